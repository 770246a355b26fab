/** Late ticks of several runs, grouped by case. */
@NullMarked
package org.ticktoquote.comparison.outliers;

import org.jspecify.annotations.NullMarked;
