/** Files that a comparison writes to the directory of its matrix. */
@NullMarked
package org.ticktoquote.comparison.matrix.files;

import org.jspecify.annotations.NullMarked;
