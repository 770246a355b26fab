/** Conversion of shares of a replay to time per year. */
@NullMarked
package org.ticktoquote.analysis.annual;

import org.jspecify.annotations.NullMarked;
