/** Round trips between two processes or hosts: what the network and the way of receiving cost. */
@NullMarked
package org.ticktoquote.host.pingpong;

import org.jspecify.annotations.NullMarked;
