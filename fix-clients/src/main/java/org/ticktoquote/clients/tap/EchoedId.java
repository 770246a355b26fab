package org.ticktoquote.clients.tap;

import java.nio.charset.StandardCharsets;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * How a snapshot carries the id of the tick it reflects: a tag, and how the id stands in its value.
 *
 * <p>Immutable; reading allocates nothing. A value that is not an id reads as {@link SnapshotRecord#NO_ID}.
 */
public final class EchoedId {
    static final int NO_TAG = 0;
    private static final int DECIMAL_RADIX = 10;
    private static final int HEX_RADIX = 16;
    private static final String HEX = "hex";
    private static final String DECIMAL = "decimal";

    /** Snapshots carry no id. */
    public static final EchoedId NONE = new EchoedId(NO_TAG, "", DECIMAL_RADIX);

    private final int tag;
    private final byte[] prefix;
    private final int radix;

    private EchoedId(int tag, String prefix, int radix) {
        this.tag = tag;
        this.prefix = prefix.getBytes(StandardCharsets.US_ASCII);
        this.radix = radix;
    }

    /**
     * An id in a tag, written {@code decimal}, {@code hex}, or behind a literal prefix as in {@code T:decimal}.
     *
     * @throws IllegalArgumentException when the transform is none of these
     */
    public static EchoedId of(int tag, String transform) {
        String form = transform.endsWith(HEX) ? HEX : DECIMAL;
        if (!transform.endsWith(form)) {
            throw new IllegalArgumentException("'" + transform
                    + "' is not a transform: expected decimal or hex, or a prefix before it as in T:decimal");
        }
        String prefix = transform.substring(0, transform.length() - form.length());
        return new EchoedId(tag, prefix, form.equals(HEX) ? HEX_RADIX : DECIMAL_RADIX);
    }

    /** The tag that carries the id; {@link #NO_TAG} when there is none. */
    int tag() {
        return tag;
    }

    long read(byte[] bytes, int from, int to) {
        int digits = from + prefix.length;
        if (to <= digits) {
            return SnapshotRecord.NO_ID;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[from + i] != prefix[i]) {
                return SnapshotRecord.NO_ID;
            }
        }
        long id = radix == DECIMAL_RADIX ? AsciiNumber.digits(bytes, digits, to) : AsciiNumber.NONE;
        return id == AsciiNumber.NONE ? byDigit(bytes, digits, to) : id;
    }

    private long byDigit(byte[] bytes, int from, int to) {
        long most = Long.MAX_VALUE / radix - 1;
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = Character.digit(bytes[i], radix);
            if (digit < 0 || value > most) {
                return SnapshotRecord.NO_ID;
            }
            value = value * radix + digit;
        }
        return value;
    }
}
