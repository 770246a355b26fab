/** Recordings: one file of market data in venue-time order. Format, writer and reader. */
@NullMarked
package org.ticktoquote.replayer.recording;

import org.jspecify.annotations.NullMarked;
