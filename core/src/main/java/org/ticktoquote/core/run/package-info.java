/** The run directory and the manifest that describes a run. */
@NullMarked
package org.ticktoquote.core.run;

import org.jspecify.annotations.NullMarked;
