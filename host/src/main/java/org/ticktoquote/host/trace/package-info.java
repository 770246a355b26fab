/** Kernel trace: which threads ran on which CPUs, and wake-ups between threads. */
@NullMarked
package org.ticktoquote.host.trace;

import org.jspecify.annotations.NullMarked;
