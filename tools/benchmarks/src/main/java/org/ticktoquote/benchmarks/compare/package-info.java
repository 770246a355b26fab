/** Comparison of two checkouts: the same work by both in turn, in CPU time. */
@NullMarked
package org.ticktoquote.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
