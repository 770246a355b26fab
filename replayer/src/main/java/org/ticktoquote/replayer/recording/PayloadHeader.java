package org.ticktoquote.replayer.recording;

/**
 * What the head of a recording says of its payloads.
 *
 * @param count of payloads
 * @param bytes of all of them
 * @param declarationBytes length of the declaration
 * @param priced whether ticks carry prices; those of payloads that nobody decoded do not
 */
public record PayloadHeader(long count, long bytes, int declarationBytes, boolean priced) {
    /** Of a recording of quotes, which has no payloads. */
    static final PayloadHeader NONE = new PayloadHeader(0, 0, 0, true);

    /** A file of text that a person writes. */
    static final int LONGEST_DECLARATION = 1 << 20;

    private static final long MOST = 1L << 40;

    /** Throws {@link IllegalArgumentException} for what no recording can have. */
    public PayloadHeader {
        require("payloads", count, MOST);
        require("bytes of payloads", bytes, 1L << 50);
        require("bytes of the declaration", declarationBytes, LONGEST_DECLARATION);
    }

    private static void require(String what, long value, long most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(value + " " + what + ", expected 0.." + most);
        }
    }

    /** How long all of it is, behind the messages. */
    long length() {
        return count * PayloadIndex.LENGTH + bytes + declarationBytes;
    }
}
