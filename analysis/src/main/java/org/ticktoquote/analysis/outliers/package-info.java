/**
 * Late ticks, tied to what made them late: episodes, their causes, and what they cost in a year.
 *
 * <p>Reads what a run left and its analysis derived; changes none of it.
 */
@NullMarked
package org.ticktoquote.analysis.outliers;

import org.jspecify.annotations.NullMarked;
