package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes whole messages. */
interface Inbox {
    /**
     * A message.
     *
     * @param buffer that holds it, valid during the call
     * @param receivedNs clock read immediately after the read that delivered its end
     */
    void take(ByteBuffer buffer, int offset, int length, long receivedNs) throws IOException;
}
