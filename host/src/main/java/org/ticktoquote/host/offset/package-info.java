/** How far the clocks of hosts are apart, from readings exchanged over the network, with a bound of the error. */
@NullMarked
package org.ticktoquote.host.offset;

import org.jspecify.annotations.NullMarked;
