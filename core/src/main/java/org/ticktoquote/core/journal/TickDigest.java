package org.ticktoquote.core.journal;

import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.file.Sha256;

/**
 * SHA-256 of the content of ticks, in order: venue time, prices, quantities, instrument, venue and sides. These are bytes
 * {@value TickRecord#CONTENT_FROM} to 67 of a {@link TickRecord}. Ids and send times are excluded.
 *
 * <p>The replayer computes it from the recording, the analysis from the journal of the sent ticks. One thread at a time.
 */
public final class TickDigest {
    private final MessageDigest digest = Sha256.newDigest();
    private final byte[] bytes = new byte[TickRecord.CONTENT_TO - TickRecord.CONTENT_FROM];

    /** Adds the tick whose record is at an offset. */
    public void add(DirectBuffer buffer, int at) {
        buffer.getBytes(at + TickRecord.CONTENT_FROM, bytes);
        digest.update(bytes);
    }

    /** Returns 64 lower-case hexadecimal digits and resets the digest. */
    public String hex() {
        return Sha256.hex(digest);
    }
}
