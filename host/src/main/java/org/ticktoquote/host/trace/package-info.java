/** The kernel's own trace of who had which CPU. */
@NullMarked
package org.ticktoquote.host.trace;

import org.jspecify.annotations.NullMarked;
