/** TCP streams of a capture, put together: both directions of every connection, with the time of each byte on the wire. */
@NullMarked
package org.ticktoquote.wire.stream;

import org.jspecify.annotations.NullMarked;
