package org.ticktoquote.core.journal;

import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.file.Sha256;

/**
 * SHA-256 over what ticks say, in their order: venue time, prices, quantities, instrument, venue and sides, as bytes
 * {@value TickRecord#SAYS_FROM} to 67 of a {@link TickRecord}; not their number and when they were sent.
 *
 * <p>The replayer takes it from the recording, the analysis from the journal of the ticks sent. One thread at a time.
 */
public final class TickDigest {
    private final MessageDigest digest = Sha256.start();
    private final byte[] bytes = new byte[TickRecord.SAYS_TO - TickRecord.SAYS_FROM];

    /** Adds the tick whose record begins there. */
    public void add(DirectBuffer buffer, int at) {
        buffer.getBytes(at + TickRecord.SAYS_FROM, bytes);
        digest.update(bytes);
    }

    /** 64 lower-case hexadecimal digits; nothing can be added afterwards. */
    public String hex() {
        return Sha256.hex(digest);
    }
}
