package org.ticktoquote.comparison.compare;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.compare.HistogramValues.Row;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Reads an HdrHistogram log, {@code .hlog}, and adds up all its intervals.
 *
 * <p>Reads line by line without HdrHistogram's reader, which allocates any length that a line claims. Checks each line
 * before HdrHistogram decodes it, and limits its decompressed size.
 */
public final class HistogramLog {
    private static final Pattern TIME = Pattern.compile("-?[0-9]{1,12}([.,][0-9]{1,9})?");
    private static final int MAX_UNPACKED = 1 << 22;
    private static final int COOKIE_BASE = 0xf0;
    /** Cookies of compressed histograms: V2, V1 and V0. */
    private static final Set<Integer> COMPRESSED = Set.of(0x1c849304, 0x1c849302, 0x1c849309);

    private static final long MAX_VALUES = 1L << 48;
    private static final int V0 = 0x1c849308;
    private static final int V1 = 0x1c849301;
    private static final int V2 = 0x1c849303;
    private static final int V0_HEADER = 32;
    private static final int HEADER = 40;
    private static final int NORMALIZING_OFFSET_AT = 8;
    private static final int MAX_DIGITS = 5;
    private static final long MAX_PLACES = 1L << 26;
    private static final int SHOWN = 60;
    /** Tag that selects the lines without a tag. */
    private static final String UNTAGGED = "(none)";

    private static final String AN_INTERVAL = "[Tag=NAME,]start,length,maximum,histogram in base64";

    private final HistogramLines lines;
    private final @Nullable String tag;
    private final Set<String> tags = new TreeSet<>();
    private final Inflater inflater = new Inflater();
    private @Nullable Histogram sum;
    private long intervals;
    private boolean tagged;

    private HistogramLog(HistogramLines lines, @Nullable String tag) {
        this.lines = lines;
        this.tag = tag;
    }

    /**
     * Reads the values of a file.
     *
     * @param asked unit of the values; null for nanoseconds
     * @param tag tag of the lines to read, if the file has tags; null if it has at most one
     * @param mustBeTagged whether to reject a file without tags
     * @throws org.ticktoquote.core.command.ProblemException naming the line, if the file is not a valid log
     */
    public static HistogramValues read(
            Path file, @Nullable ValueUnit asked, @Nullable String tag, boolean mustBeTagged) {
        try (HistogramLines lines = new HistogramLines(file)) {
            HistogramLog log = new HistogramLog(lines, tag);
            try {
                return log.values(file, asked, mustBeTagged);
            } finally {
                log.inflater.end();
            }
        }
    }

    private HistogramValues values(Path file, @Nullable ValueUnit asked, boolean mustBeTagged) {
        boolean begun = false;
        for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
            if (line.startsWith("#")) {
                lines.comment(line);
                begun |= line.startsWith("#[Histogram log format version");
            } else if (line.startsWith("\"StartTimestamp\"")) {
                begun = true;
            } else if (!line.isBlank()) {
                interval(line.strip());
            }
        }
        if (!begun && intervals == 0 && tags.isEmpty()) {
            throw lines.wrong("the file ends without an interval", AN_INTERVAL);
        }
        if (tag == null ? tags.size() > 1 : (tagged || mustBeTagged) && !tags.contains(tag)) {
            throw Problem.of(file)
                    .fault(tag == null ? "has several tags" : "has no line with tag '" + tag + "'")
                    .expected(expectedTag())
                    .exception(ExitStatus.BAD_INPUT);
        }
        ValueUnit unit = asked == null ? ValueUnit.NS : asked;
        return new HistogramValues(rows(file, unit), lines.lost(), lines.assumed(asked, unit), lines.loop());
    }

    private String expectedTag() {
        if (!tagged) {
            return "no tag (the file has none)";
        }
        return (tag == null ? "--tag with " : "") + AllowedWords.oneOf(tags, "tags", "Tag= in the file");
    }

    private List<Row> rows(Path file, ValueUnit unit) {
        List<Row> rows = new ArrayList<>();
        Histogram all = sum;
        if (all == null) {
            return rows;
        }
        for (HistogramIterationValue bucket : all.recordedValues()) {
            long value = all.highestEquivalentValue(bucket.getValueIteratedTo());
            if (value < 0 || value > ValueUnit.MAX_NS / unit.lengthNs()) {
                throw Problem.of(file)
                        .fault("has a value of " + value + " " + unit)
                        .expected("at most 52 days (set the unit with --unit)")
                        .exception(ExitStatus.BAD_INPUT);
            }
            rows.add(new Row(value * unit.lengthNs(), bucket.getTotalCountToThisValue()));
        }
        return rows;
    }

    private void interval(String line) {
        String rest = line;
        String found = "";
        if (line.startsWith("Tag=")) {
            int comma = line.indexOf(',');
            found = line.substring("Tag=".length(), Math.max("Tag=".length(), comma));
            rest = line.substring(comma + 1);
        }
        String[] fields = rest.split(",", -1);
        if (fields.length != 4
                || !TIME.matcher(fields[0]).matches()
                || !TIME.matcher(fields[1]).matches()) {
            throw lines.wrong(
                    "'" + line.substring(0, Math.min(SHOWN, line.length())) + "' is not an interval", AN_INTERVAL);
        }
        String name = found.isEmpty() ? UNTAGGED : found;
        tags.add(name);
        if (tags.size() > SHOWN) {
            throw lines.wrong("has too many tags", "at most " + SHOWN);
        }
        if (!found.isEmpty() && !tagged) {
            tagged = true;
            boolean meant = tag == null || tag.equals(UNTAGGED);
            sum = meant ? sum : null; // discards untagged lines before the first tag
        }
        if (tag == null || tag.equals(name) || !tagged) {
            add(decoded(fields[3]));
        }
    }

    private void add(Histogram interval) {
        intervals++;
        long before = sum == null ? 0 : sum.getTotalCount();
        long more = interval.getTotalCount();
        if (more < 0 || more > MAX_VALUES || before + more > MAX_VALUES) {
            throw lines.wrong("counts " + more + " values", "0.." + MAX_VALUES + " in the whole file");
        }
        try {
            if (sum == null) {
                sum = new Histogram(interval.getNumberOfSignificantValueDigits());
            }
            sum.add(interval);
        } catch (RuntimeException e) {
            throw lines.wrong("its histogram cannot be added to the previous ones", "a valid histogram");
        }
        Histogram all = sum;
        if (all.getTotalCount() != before + more) {
            throw lines.wrong("its counts are inconsistent", "a valid histogram");
        }
    }

    private Histogram decoded(String text) {
        try {
            ByteBuffer packed = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            require(packed.remaining() > 8 && COMPRESSED.contains(packed.getInt() & ~COOKIE_BASE));
            int length = packed.getInt();
            require(length >= 0 && length <= packed.remaining());
            inflater.reset();
            inflater.setInput(packed.array(), packed.position(), length);
            byte[] content = new byte[Math.min(MAX_UNPACKED, 1 << 16)];
            int used = 0;
            while (!inflater.finished()) {
                if (used == content.length) {
                    require(used < MAX_UNPACKED);
                    content = java.util.Arrays.copyOf(content, 4 * used);
                }
                int more = inflater.inflate(content, used, content.length - used);
                require(more > 0 || inflater.finished());
                used += more;
            }
            return histogram(ByteBuffer.wrap(content, 0, used));
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | BufferUnderflowException
                | DataFormatException e) {
            throw lines.wrong(
                    "has no integer histogram", "HdrHistogram encoding V0 to V2, as its log writers produce it");
        }
    }

    private static void require(boolean sound) {
        if (!sound) {
            throw new IllegalArgumentException();
        }
    }

    /**
     * Decodes a histogram in HdrHistogram's encoding, V0 to V2, after validating it. Throws
     * IllegalArgumentException if a claimed size is out of bounds, and a buffer exception if the data ends too early.
     */
    private static Histogram histogram(ByteBuffer plain) {
        int cookie = plain.getInt(0);
        switch (cookie & ~COOKIE_BASE) {
            case V2 -> {
                requireHeader(plain);
                requireCounts(plain.slice(HEADER, plain.getInt(4)));
            }
            case V1 -> {
                requireHeader(plain);
                requireWords(plain.slice(HEADER, plain.getInt(4)), wordSize(cookie));
            }
            case V0 -> {
                return histogram(asV1(plain));
            }
            default -> require(false);
        }
        return Histogram.decodeFromByteBuffer(plain, 0);
    }

    /** Checks the header. Clears the normalizing offset, because counts are encoded in value order whatever the offset. */
    private static void requireHeader(ByteBuffer plain) {
        int payload = plain.getInt(4);
        require(payload >= 0 && payload <= plain.limit() - HEADER);
        plain.putInt(NORMALIZING_OFFSET_AT, 0);
        requireRange(plain.getInt(12), plain.getLong(16), plain.getLong(24));
    }

    /** Converts V0 to V1, because HdrHistogram reads V0 only with words of eight bytes. */
    private static ByteBuffer asV1(ByteBuffer v0) {
        ByteBuffer counts = v0.slice(V0_HEADER, v0.limit() - V0_HEADER);
        return ByteBuffer.allocate(HEADER + counts.remaining())
                .putInt(V1 | v0.getInt(0) & COOKIE_BASE)
                .putInt(counts.remaining())
                .putInt(0)
                .putInt(v0.getInt(4))
                .putLong(v0.getLong(8))
                .putLong(v0.getLong(16))
                .putDouble(1)
                .put(counts)
                .flip();
    }

    private static void requireRange(int digits, long lowest, long highest) {
        require(digits >= 0 && digits <= MAX_DIGITS && lowest >= 1 && highest / 2 >= lowest);
    }

    private static int wordSize(int cookie) {
        int size = (cookie & COOKIE_BASE) >> 4;
        require(size == 2 || size == 4 || size == 8);
        return size;
    }

    private static void requireWords(ByteBuffer counts, int wordSize) {
        require(counts.remaining() % wordSize == 0);
        while (counts.hasRemaining()) {
            long count = wordSize == 2 ? counts.getShort() : wordSize == 4 ? counts.getInt() : counts.getLong();
            require(count >= 0 && count <= MAX_VALUES);
        }
    }

    /** Limits runs of zeros to the size of the largest histogram, so that indexes cannot overflow. */
    private static void requireCounts(ByteBuffer counts) {
        long places = 0;
        while (counts.hasRemaining()) {
            long coded = 0;
            int shift = 0;
            byte next;
            do {
                next = counts.get();
                coded |= shift == 56 ? (next & 0xffL) << shift : (next & 0x7fL) << shift;
                shift += 7;
            } while (next < 0 && shift <= 56 && counts.hasRemaining());
            long count = coded >>> 1 ^ -(coded & 1);
            require(count <= MAX_VALUES && count >= -MAX_PLACES);
            places += count < 0 ? -count : 1;
            require(places <= MAX_PLACES);
        }
    }
}
