/** The files that a comparison leaves in the directory of its matrix. */
@NullMarked
package org.ticktoquote.analysis.matrix.files;

import org.jspecify.annotations.NullMarked;
