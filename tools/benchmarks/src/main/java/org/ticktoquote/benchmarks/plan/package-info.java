/** Comparison of thread plans with those of a graph mapper. */
@NullMarked
package org.ticktoquote.benchmarks.plan;

import org.jspecify.annotations.NullMarked;
