/** Checks whether the ticks of the window were sent, at the times of the schedule. */
@NullMarked
package org.ticktoquote.analysis.schedule;

import org.jspecify.annotations.NullMarked;
