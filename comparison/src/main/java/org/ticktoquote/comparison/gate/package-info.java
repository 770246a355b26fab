/**
 * Decision of the release gate: computes a verdict from statistics of runs, policy and history. Uses no files or
 * clocks. The random order of runs depends only on a seed.
 */
@NullMarked
package org.ticktoquote.comparison.gate;

import org.jspecify.annotations.NullMarked;
