/** What the clients cost beside programs that do less: the same snapshots to each, in turns, in one run. */
@NullMarked
package org.ticktoquote.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
