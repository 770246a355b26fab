/** The runs that a gate is given: read from their directories, with the conditions under which they were made. */
@NullMarked
package org.ticktoquote.analysis.gate.runs;

import org.jspecify.annotations.NullMarked;
