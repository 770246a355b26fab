/** Measures round trips between two processes or hosts: the cost of the network and of the way of receiving. */
@NullMarked
package org.ticktoquote.host.pingpong;

import org.jspecify.annotations.NullMarked;
