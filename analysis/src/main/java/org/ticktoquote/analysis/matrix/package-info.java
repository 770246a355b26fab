/** Comparison of the cases of a matrix, from its directory, and the files written. */
@NullMarked
package org.ticktoquote.analysis.matrix;

import org.jspecify.annotations.NullMarked;
