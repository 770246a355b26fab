/** {@code t2q clocks}: cost, resolution and consistency of this host's clocks, and the cost of waking an idle CPU. */
@NullMarked
package org.ticktoquote.host.clocks;

import org.jspecify.annotations.NullMarked;
