/** Runs the cases of a test matrix, in turns, as often as they are to run, and writes down what became of each run. */
@NullMarked
package org.ticktoquote.harness.matrix.execution;

import org.jspecify.annotations.NullMarked;
