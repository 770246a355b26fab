/** The command {@code t2q}, made of all that is on the class path. */
@NullMarked
package org.ticktoquote.core.program;

import org.jspecify.annotations.NullMarked;
