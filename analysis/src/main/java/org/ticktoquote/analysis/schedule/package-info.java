/** Whether the ticks of the window were sent, at the times that the schedule says. */
@NullMarked
package org.ticktoquote.analysis.schedule;

import org.jspecify.annotations.NullMarked;
