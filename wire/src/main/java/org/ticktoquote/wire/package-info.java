/** Captures of a network, read: datagrams, and the time that each had on the wire. */
@NullMarked
package org.ticktoquote.wire;

import org.jspecify.annotations.NullMarked;
