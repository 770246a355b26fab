/** Discrete-event simulation of threads on CPUs, to predict latencies under masks. */
@NullMarked
package org.ticktoquote.host.simulation;

import org.jspecify.annotations.NullMarked;
