/** Compares clients, sender, analysis and wire with other programs that do the same work, in turn, in one execution. */
@NullMarked
package org.ticktoquote.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
