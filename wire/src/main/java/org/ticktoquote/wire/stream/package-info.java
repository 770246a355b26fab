/** Reassembly of the TCP streams of a capture, with the time of each byte on the wire. */
@NullMarked
package org.ticktoquote.wire.stream;

import org.jspecify.annotations.NullMarked;
