/** Measures round trips between two processes or hosts, and the effect of the network and the receive mode. */
@NullMarked
package org.ticktoquote.host.pingpong;

import org.jspecify.annotations.NullMarked;
