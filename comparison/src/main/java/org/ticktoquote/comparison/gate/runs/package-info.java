/** Reads the runs given to a gate, with the conditions under which they were made. */
@NullMarked
package org.ticktoquote.comparison.gate.runs;

import org.jspecify.annotations.NullMarked;
