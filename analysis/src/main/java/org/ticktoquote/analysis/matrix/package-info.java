/** A matrix directory in; comparison of its cases, and the files that hold it, out. */
@NullMarked
package org.ticktoquote.analysis.matrix;

import org.jspecify.annotations.NullMarked;
