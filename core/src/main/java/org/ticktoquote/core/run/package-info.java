/** The run directory and the manifest of a run. */
@NullMarked
package org.ticktoquote.core.run;

import org.jspecify.annotations.NullMarked;
