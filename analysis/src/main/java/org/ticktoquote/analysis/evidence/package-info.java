/** What is known of the causes of slow ticks: each source as intervals on the run's clock, or why there is none. */
@NullMarked
package org.ticktoquote.analysis.evidence;

import org.jspecify.annotations.NullMarked;
