/**
 * Runs, matrices and histograms of other tools beside each other. The unit of evidence is the run, never the tick.
 *
 * <p>Reads what is there; changes none of it.
 */
@NullMarked
package org.ticktoquote.analysis.compare;

import org.jspecify.annotations.NullMarked;
