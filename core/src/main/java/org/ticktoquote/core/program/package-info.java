/** The command {@code t2q}, made of the subcommands on the class path. */
@NullMarked
package org.ticktoquote.core.program;

import org.jspecify.annotations.NullMarked;
