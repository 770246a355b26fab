/** Compares t2q's thread plans with a graph mapper's. */
@NullMarked
package org.ticktoquote.benchmarks.plan;

import org.jspecify.annotations.NullMarked;
