package org.ticktoquote.replayer.feed;

import org.agrona.DirectBuffer;

/** Accepts one encoded message. The buffer is valid only during the call. */
public interface MessageSink {
    void accept(DirectBuffer buffer, int offset, int length);
}
