/** Service levels of a run, and their evaluation window by window. */
@NullMarked
package org.ticktoquote.analysis.slo;

import org.jspecify.annotations.NullMarked;
