/** Read-only values for aspects of a host: CPUs, idle states, interrupts, adapters, limits, processes. */
@NullMarked
package org.ticktoquote.host.state;

import org.jspecify.annotations.NullMarked;
