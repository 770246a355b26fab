/** Simulations of the release gate: how often it errs, and how often bounds hold what they bound. Seeded. */
@NullMarked
package org.ticktoquote.benchmarks.gate;

import org.jspecify.annotations.NullMarked;
