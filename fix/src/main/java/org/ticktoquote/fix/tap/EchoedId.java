package org.ticktoquote.fix.tap;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.fix.message.AsciiNumber;
import org.ticktoquote.fix.message.TagTable;

/**
 * Tag in which a snapshot echoes the id or the time of its tick, and the format of its value.
 *
 * <p>Immutable. Reading does not allocate. A value that is not an id reads as {@link SnapshotRecord#NO_ID}.
 */
public final class EchoedId {
    static final int NO_TAG = 0;
    private static final int MD_ENTRY_ID = 278;
    private static final List<Integer> SYMBOL_TAGS =
            List.of(Symbols.SYMBOL, Symbols.SECURITY_ID, Symbols.REQUEST_ID, Symbols.QUOTE_ENTRY_ID);
    private static final int DECIMAL_RADIX = 10;
    private static final int HEX_RADIX = 16;
    private static final String HEX = "hex";
    private static final String DECIMAL = "decimal";
    private static final String TIME = "utc-time";
    private static final int TIME_RADIX = 0;
    private static final int DATE_LENGTH = "20261121-".length();
    private static final int TIME_LENGTH = "12:30:00".length();
    private static final int MAX_DECIMALS = 9;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int PER_MINUTE = 60;
    private static final int HOURS = 24;

    /** Snapshots carry no id. */
    public static final EchoedId NONE = new EchoedId(NO_TAG, "", DECIMAL_RADIX);

    private final boolean entryId;
    private final byte[] prefix;
    private final int radix;
    private final Map<Integer, TagTable> tags = new HashMap<>();
    private final Map<Integer, TagTable> entryTags = new HashMap<>();

    private EchoedId(int tag, String prefix, int radix) {
        this.entryId = tag == MD_ENTRY_ID;
        this.prefix = prefix.getBytes(StandardCharsets.US_ASCII);
        this.radix = radix;
        for (int symbolTag : SYMBOL_TAGS) {
            tags.put(symbolTag, TapTags.of(symbolTag, tag));
            entryTags.put(symbolTag, TapTags.ofEntries(symbolTag, tag));
        }
    }

    /**
     * Creates the format of an id in a tag. The transform is {@code decimal}, {@code hex} or {@code utc-time}, each
     * optionally after a literal prefix as in {@code T:decimal}. A {@code utc-time} is a FIX time of day or time stamp, which
     * is read as nanoseconds since midnight.
     *
     * @throws IllegalArgumentException if the transform is none of these
     */
    public static EchoedId of(int tag, String transform) {
        String form = transform.endsWith(HEX) ? HEX : transform.endsWith(TIME) ? TIME : DECIMAL;
        if (!transform.endsWith(form)) {
            throw new IllegalArgumentException(
                    "'" + transform
                            + "' is not a transform: expected decimal, hex or utc-time, optionally with a prefix as in T:decimal");
        }
        String prefix = transform.substring(0, transform.length() - form.length());
        return new EchoedId(tag, prefix, radix(form));
    }

    private static int radix(String form) {
        return switch (form) {
            case HEX -> HEX_RADIX;
            case TIME -> TIME_RADIX;
            default -> DECIMAL_RADIX;
        };
    }

    /** Returns whether the tag is MDEntryID (278), the id of a book's entry. */
    boolean isEntryId() {
        return entryId;
    }

    /** Returns the tag actions of a message that names its pair in {@code symbolTag}. All connections share one table. */
    TagTable tags(int symbolTag) {
        return Objects.requireNonNull(tags.get(symbolTag), "not a symbol tag");
    }

    /** Returns the same for a message that is read entry by entry. */
    TagTable entryTags(int symbolTag) {
        return Objects.requireNonNull(entryTags.get(symbolTag), "not a symbol tag");
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
        if (radix == TIME_RADIX) {
            boolean dated = to - digits > DATE_LENGTH && bytes[digits + DATE_LENGTH - 1] == '-';
            return timeOfDay(bytes, dated ? digits + DATE_LENGTH : digits, to);
        }
        long id = radix == DECIMAL_RADIX ? AsciiNumber.digits(bytes, digits, to) : AsciiNumber.NONE;
        return id == AsciiNumber.NONE ? byDigit(bytes, digits, to) : id;
    }

    /** Returns the newer of two ids. A time is newer if it is later, and {@link SnapshotRecord#NO_ID} is older than any id. */
    long newer(long id, long other) {
        boolean newer = radix == TIME_RADIX ? id > other : TickRecord.place(id) > TickRecord.place(other);
        return newer ? id : other;
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

    /**
     * Reads FIX's UTCTimeOnly, {@code HH:MM:SS} with up to nine decimals, as nanoseconds since midnight. Returns
     * {@link SnapshotRecord#NO_ID} if there is none.
     */
    private static long timeOfDay(byte[] bytes, int from, int to) {
        int length = to - from;
        boolean whole = length == TIME_LENGTH;
        boolean fraction = length > TIME_LENGTH + 1
                && length <= TIME_LENGTH + 1 + MAX_DECIMALS
                && bytes[from + TIME_LENGTH] == '.';
        if (!whole && !fraction || bytes[from + 2] != ':' || bytes[from + 5] != ':') {
            return SnapshotRecord.NO_ID;
        }
        int hours = pair(bytes, from);
        int minutes = pair(bytes, from + 3);
        int seconds = pair(bytes, from + 6);
        long behind = whole ? 0 : fraction(bytes, from + TIME_LENGTH + 1, to);
        boolean sound = hours >= 0 && hours < HOURS && minutes >= 0 && minutes < PER_MINUTE && seconds >= 0;
        if (!sound || seconds > PER_MINUTE || behind < 0) { // 60 is a leap second
            return SnapshotRecord.NO_ID;
        }
        return ((long) (hours * PER_MINUTE + minutes) * PER_MINUTE + seconds) * NS_PER_SECOND + behind;
    }

    private static int pair(byte[] bytes, int at) {
        int tens = digit(bytes[at]);
        int ones = digit(bytes[at + 1]);
        return tens < 0 || ones < 0 ? -1 : tens * DECIMAL_RADIX + ones;
    }

    private static long fraction(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = 0; i < MAX_DECIMALS; i++) {
            int digit = from + i < to ? digit(bytes[from + i]) : 0;
            if (digit < 0) {
                return -1;
            }
            value = value * DECIMAL_RADIX + digit;
        }
        return value;
    }

    private static int digit(byte character) {
        return character >= '0' && character <= '9' ? character - '0' : -1;
    }
}
