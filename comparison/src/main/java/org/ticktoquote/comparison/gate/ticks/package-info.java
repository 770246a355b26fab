/** Tick-by-tick comparison of the runs of a duet's pairs; a diagnostic that no verdict uses. */
@NullMarked
package org.ticktoquote.comparison.gate.ticks;

import org.jspecify.annotations.NullMarked;
