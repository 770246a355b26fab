/** Checks that the ticks of the window were sent at their scheduled times. */
@NullMarked
package org.ticktoquote.analysis.schedule;

import org.jspecify.annotations.NullMarked;
