/** Discrete-event simulation of threads on CPUs: predicts latencies under masks. */
@NullMarked
package org.ticktoquote.host.simulation;

import org.jspecify.annotations.NullMarked;
