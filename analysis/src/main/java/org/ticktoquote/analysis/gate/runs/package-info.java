/** Reads the runs given to a gate, with the conditions under which they were made. */
@NullMarked
package org.ticktoquote.analysis.gate.runs;

import org.jspecify.annotations.NullMarked;
