/** Aspects of a host as values: CPUs, idle states, interrupts, adapters, limits, processes. Read only. */
@NullMarked
package org.ticktoquote.host.state;

import org.jspecify.annotations.NullMarked;
