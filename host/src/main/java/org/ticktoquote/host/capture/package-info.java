/** Captures of a network interface by tcpdump. */
@NullMarked
package org.ticktoquote.host.capture;

import org.jspecify.annotations.NullMarked;
