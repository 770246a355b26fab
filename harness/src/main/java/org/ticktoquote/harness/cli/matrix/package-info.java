/** {@code t2q matrix}: shows, checks and explains test matrices. */
@NullMarked
package org.ticktoquote.harness.cli.matrix;

import org.jspecify.annotations.NullMarked;
