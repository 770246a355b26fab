/** Evidence of the causes of slow ticks. Each source gives intervals on the run's clock, or a reason for their absence. */
@NullMarked
package org.ticktoquote.analysis.evidence;

import org.jspecify.annotations.NullMarked;
