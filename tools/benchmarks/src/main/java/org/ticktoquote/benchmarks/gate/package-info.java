/** Simulations of the release gate: how often it errs, and how often bounds hold. Seeded. */
@NullMarked
package org.ticktoquote.benchmarks.gate;

import org.jspecify.annotations.NullMarked;
