package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;

/** Takes one encoded message with its header; the buffer is only lent. */
interface MessageSink {
    void accept(DirectBuffer buffer, int offset, int length);
}
