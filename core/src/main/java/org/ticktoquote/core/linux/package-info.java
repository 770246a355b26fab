/** Linux as seen by this process: calls of the C library, CPUs and timers of its threads. */
@NullMarked
package org.ticktoquote.core.linux;

import org.jspecify.annotations.NullMarked;
