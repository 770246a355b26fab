/** The HTML report: one self-contained page from the values of a run. */
@NullMarked
package org.ticktoquote.analysis.report;

import org.jspecify.annotations.NullMarked;
