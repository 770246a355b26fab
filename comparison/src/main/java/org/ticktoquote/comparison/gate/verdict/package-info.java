/** Verdict of a gate with its basis, and its formats for users and machines. */
@NullMarked
package org.ticktoquote.comparison.gate.verdict;

import org.jspecify.annotations.NullMarked;
