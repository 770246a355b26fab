/** Computes the distributions and counts of a run from the results of its ticks. */
@NullMarked
package org.ticktoquote.analysis.measures;

import org.jspecify.annotations.NullMarked;
