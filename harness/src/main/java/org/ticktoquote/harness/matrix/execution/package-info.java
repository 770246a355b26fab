/** Execution of a test matrix: runs its cases in turn, with repeats, and records the outcome of each run. */
@NullMarked
package org.ticktoquote.harness.matrix.execution;

import org.jspecify.annotations.NullMarked;
