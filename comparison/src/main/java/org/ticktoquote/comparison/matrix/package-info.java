/** Comparison of the cases of a matrix, computed from its directory. */
@NullMarked
package org.ticktoquote.comparison.matrix;

import org.jspecify.annotations.NullMarked;
