/** The command {@code t2q threads}. */
@NullMarked
package org.ticktoquote.harness.threads.command;

import org.jspecify.annotations.NullMarked;
