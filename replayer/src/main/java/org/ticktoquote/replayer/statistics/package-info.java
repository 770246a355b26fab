/** Statistics of recordings: counts, rates, peaks, clustering, spreads and repeats, with published reference figures. */
@NullMarked
package org.ticktoquote.replayer.statistics;

import org.jspecify.annotations.NullMarked;
