/** What a recording is like: counts, rates, peaks, clustering, spreads, repeats, beside published reference figures. */
@NullMarked
package org.ticktoquote.replayer.statistics;

import org.jspecify.annotations.NullMarked;
