/** From the results of every tick to the distributions and counts of a run. */
@NullMarked
package org.ticktoquote.analysis.measures;

import org.jspecify.annotations.NullMarked;
