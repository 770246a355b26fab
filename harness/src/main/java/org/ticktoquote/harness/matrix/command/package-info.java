/** {@code t2q matrix}: shows, checks and explains test matrices. */
@NullMarked
package org.ticktoquote.harness.matrix.command;

import org.jspecify.annotations.NullMarked;
