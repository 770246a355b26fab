/** Sections and pages about several runs: matrices, gates, comparisons, rates and years. */
@NullMarked
package org.ticktoquote.comparison.report;

import org.jspecify.annotations.NullMarked;
