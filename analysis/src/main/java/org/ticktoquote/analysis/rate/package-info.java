/** The highest rate at which service levels hold: where to look next, and what the runs say. */
@NullMarked
package org.ticktoquote.analysis.rate;

import org.jspecify.annotations.NullMarked;
