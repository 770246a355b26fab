/** Kernel trace of the threads that ran on each CPU, and counts of wake-ups between threads. */
@NullMarked
package org.ticktoquote.host.trace;

import org.jspecify.annotations.NullMarked;
