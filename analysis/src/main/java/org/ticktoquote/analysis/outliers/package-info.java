/**
 * Analysis of late ticks: episodes, their causes, and their time per year.
 *
 * <p>Reads the files of a run and of its analysis without changing them. Writes only the extracted recordings of episodes.
 */
@NullMarked
package org.ticktoquote.analysis.outliers;

import org.jspecify.annotations.NullMarked;
