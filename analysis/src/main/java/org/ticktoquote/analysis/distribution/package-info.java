/** Latency distributions: exact extremes, the rank rule, support, curves. */
@NullMarked
package org.ticktoquote.analysis.distribution;

import org.jspecify.annotations.NullMarked;
