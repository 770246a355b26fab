package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;

/** Takes one encoded message; the buffer is only lent. */
public interface MessageSink {
    void accept(DirectBuffer buffer, int offset, int length);
}
