/** Latency distributions with exact extremes, the rank rule, statistical support and curves. */
@NullMarked
package org.ticktoquote.analysis.distribution;

import org.jspecify.annotations.NullMarked;
