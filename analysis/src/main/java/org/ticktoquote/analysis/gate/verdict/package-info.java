/** The verdict of a gate with all that it rests on, and its forms for people and machines. */
@NullMarked
package org.ticktoquote.analysis.gate.verdict;

import org.jspecify.annotations.NullMarked;
