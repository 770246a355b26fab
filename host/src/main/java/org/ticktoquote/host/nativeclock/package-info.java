/** Clocks that are read without Java's: the kernel's by a call of ours, and the processor's counter. */
@NullMarked
package org.ticktoquote.host.nativeclock;

import org.jspecify.annotations.NullMarked;
