/** Late ticks of several runs, by case. */
@NullMarked
package org.ticktoquote.comparison.outliers;

import org.jspecify.annotations.NullMarked;
