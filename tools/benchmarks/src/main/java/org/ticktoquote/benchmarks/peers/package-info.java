/** What the clients and the sender cost beside programs that do less: the same work by each, in turns, in one run. */
@NullMarked
package org.ticktoquote.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
