/** Comparison of the cases of a matrix, from its directory, and the files written. */
@NullMarked
package org.ticktoquote.comparison.matrix;

import org.jspecify.annotations.NullMarked;
