/** What both runs of a pair of a duet did with the same ticks: a diagnostic that no verdict reads. */
@NullMarked
package org.ticktoquote.analysis.gate.ticks;

import org.jspecify.annotations.NullMarked;
