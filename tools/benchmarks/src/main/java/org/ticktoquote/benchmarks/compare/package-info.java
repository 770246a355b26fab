/** Compares the CPU time of two checkouts that do the same work in turn. */
@NullMarked
package org.ticktoquote.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
