/**
 * Comparison of runs, matrices and histograms of other tools. The unit of evidence is the run, never the tick.
 *
 * <p>Reads existing files and modifies none of them.
 */
@NullMarked
package org.ticktoquote.comparison.compare;

import org.jspecify.annotations.NullMarked;
