/** Report of a run: one self-contained HTML page, and text for a terminal. */
@NullMarked
package org.ticktoquote.analysis.report;

import org.jspecify.annotations.NullMarked;
