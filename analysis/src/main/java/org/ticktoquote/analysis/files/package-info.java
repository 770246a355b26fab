/** Files that an analysis writes to the run directory. */
@NullMarked
package org.ticktoquote.analysis.files;

import org.jspecify.annotations.NullMarked;
