/** Machine-readable result of a run, as written to summary.json. */
@NullMarked
package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.NullMarked;
