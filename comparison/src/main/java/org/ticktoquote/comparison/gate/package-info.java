/**
 * Decision of the release gate: computes a verdict from statistics of runs, policy and history. Uses no files, clocks or
 * random numbers.
 */
@NullMarked
package org.ticktoquote.comparison.gate;

import org.jspecify.annotations.NullMarked;
