/**
 * Comparisons of clients, sender, analysis and wire with programs that do less: the same work by each, in turn, in one
 * execution.
 */
@NullMarked
package org.ticktoquote.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
