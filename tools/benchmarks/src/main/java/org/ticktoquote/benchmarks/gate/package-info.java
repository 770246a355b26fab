/** Seeded simulations of the release gate's error rates and of the coverage of its bounds. */
@NullMarked
package org.ticktoquote.benchmarks.gate;

import org.jspecify.annotations.NullMarked;
