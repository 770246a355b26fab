/** Statistics of a run, one value per tick, and of several runs: percentile bounds, time per year, support. */
@NullMarked
package org.ticktoquote.analysis.statistics;

import org.jspecify.annotations.NullMarked;
