package org.ticktoquote.replayer.recording;

/**
 * Part of a recording's header that describes its payloads.
 *
 * @param bytes total of all payloads
 * @param declarationBytes length of the declaration
 * @param priced true if ticks have prices; ticks of payloads without a decoder have none
 */
public record PayloadHeader(long count, long bytes, int declarationBytes, boolean priced) {
    /** Header of a recording of quotes, which has no payloads. */
    static final PayloadHeader NONE = new PayloadHeader(0, 0, 0, true);

    /** Limit for text that a user writes. */
    static final int MAX_DECLARATION_LENGTH = 1 << 20;

    private static final long MAX_COUNT = 1L << 40;

    /** Throws {@link IllegalArgumentException} for values outside the limits of a recording. */
    public PayloadHeader {
        require("payloads", count, MAX_COUNT);
        require("bytes of payloads", bytes, 1L << 50);
        require("bytes of the declaration", declarationBytes, MAX_DECLARATION_LENGTH);
    }

    private static void require(String what, long value, long most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(value + " " + what + ", expected 0.." + most);
        }
    }

    /** Returns the length of the index, the payloads and the declaration, which follow the messages. */
    long length() {
        return count * PayloadIndex.LENGTH + bytes + declarationBytes;
    }
}
