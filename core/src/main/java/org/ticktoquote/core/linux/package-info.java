/** Linux interfaces: C library calls, files of procfs and sysfs, CPUs and timers of threads. */
@NullMarked
package org.ticktoquote.core.linux;

import org.jspecify.annotations.NullMarked;
