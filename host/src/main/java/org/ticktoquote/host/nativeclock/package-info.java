/** Native clocks: the kernel's clocks through the C library, and the processor's counter. */
@NullMarked
package org.ticktoquote.host.nativeclock;

import org.jspecify.annotations.NullMarked;
