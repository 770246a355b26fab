/** Recordings: one file of market data in venue-time order; its format, writer, reader, statistics. */
@NullMarked
package org.ticktoquote.replayer.recording;

import org.jspecify.annotations.NullMarked;
