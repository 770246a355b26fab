/** Statistics of a run, one value a tick, and what runs say together: bounds of percentiles, time per year, support. */
@NullMarked
package org.ticktoquote.analysis.statistics;

import org.jspecify.annotations.NullMarked;
