/** The release gate's decision: statistics of runs, policy and history in, a verdict out. No files, no clocks, no chance. */
@NullMarked
package org.ticktoquote.analysis.gate;

import org.jspecify.annotations.NullMarked;
