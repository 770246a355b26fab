/** Service levels: what a run is held to, window by window, and what became of it. */
@NullMarked
package org.ticktoquote.analysis.slo;

import org.jspecify.annotations.NullMarked;
