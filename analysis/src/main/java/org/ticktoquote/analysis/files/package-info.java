/** The files that an analysis leaves in the run directory. */
@NullMarked
package org.ticktoquote.analysis.files;

import org.jspecify.annotations.NullMarked;
