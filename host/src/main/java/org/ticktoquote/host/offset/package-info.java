/** Offsets between the clocks of hosts, estimated from readings exchanged over the network, with error bounds. */
@NullMarked
package org.ticktoquote.host.offset;

import org.jspecify.annotations.NullMarked;
