package org.ticktoquote.analysis.compare;

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
import org.ticktoquote.analysis.compare.ForeignValues.Row;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Reads {@code .hlog}: the log of HdrHistogram, all intervals together.
 *
 * <p>Line by line, and not by HdrHistogram's reader: that one takes what a line says of its length as memory to be had. A line
 * is looked at before HdrHistogram decodes it, and what it unpacks to is bounded.
 */
public final class HistogramLog {
    private static final Pattern TIME = Pattern.compile("[0-9]{1,12}([.,][0-9]{1,9})?");
    private static final int MOST_UNPACKED = 1 << 22;
    private static final int COOKIE_BASE = 0xf0;
    private static final int COMPRESSED = 0x1c849304;
    private static final int PLAIN = 0x1c849303;
    private static final int HEADER = 40;
    private static final int MOST_DIGITS = 5;
    private static final long MOST_VALUES = 1L << 48;
    private static final int SHOWN = 60;
    private static final String AN_INTERVAL = "[Tag=NAME,]start,length,maximum,histogram in base64";

    private final ForeignLines lines;
    private final @Nullable String tag;
    private final Set<String> tags = new TreeSet<>();
    private final Inflater inflater = new Inflater();
    private @Nullable Histogram sum;
    private long intervals;
    private boolean tagged;

    private HistogramLog(ForeignLines lines, @Nullable String tag) {
        this.lines = lines;
        this.tag = tag;
    }

    /**
     * The values of a file.
     *
     * @param asked what values are in; null: nanoseconds
     * @param tag of the lines that are meant, where the file has tags; null where it has but one, or none
     * @param mustBeTagged whether a file without tags is refused
     * @throws org.ticktoquote.core.command.Refusal where it is not such a log, naming the line
     */
    public static ForeignValues read(Path file, @Nullable ValueUnit asked, @Nullable String tag, boolean mustBeTagged) {
        try (ForeignLines lines = new ForeignLines(file)) {
            HistogramLog log = new HistogramLog(lines, tag);
            try {
                return log.values(file, asked, mustBeTagged);
            } finally {
                log.inflater.end();
            }
        }
    }

    private ForeignValues values(Path file, @Nullable ValueUnit asked, boolean mustBeTagged) {
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
                    .fault(tag == null ? "its lines have several tags" : "has no line of tag '" + tag + "'")
                    .expected(expectedTag())
                    .refusal(ExitStatus.BAD_INPUT);
        }
        ValueUnit unit = asked == null ? ValueUnit.NS : asked;
        return new ForeignValues(rows(file, unit), lines.lost(), lines.assumed(asked, unit));
    }

    private String expectedTag() {
        if (!tagged) {
            return "no tag: no line has one";
        }
        return (tag == null ? "--tag with one of them" : "another one") + ": the file has the tags "
                + String.join(", ", tags);
    }

    private List<Row> rows(Path file, ValueUnit unit) {
        List<Row> rows = new ArrayList<>();
        Histogram all = sum;
        if (all == null) {
            return rows;
        }
        for (HistogramIterationValue bucket : all.recordedValues()) {
            long value = all.highestEquivalentValue(bucket.getValueIteratedTo());
            if (value < 0 || value > ValueUnit.LONGEST_NS / unit.lengthNs()) {
                throw Problem.of(file)
                        .fault("holds a value of " + value + " " + unit)
                        .expected("at most 52 days: --unit")
                        .refusal(ExitStatus.BAD_INPUT);
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
            throw lines.wrong("no interval: '" + line.substring(0, Math.min(SHOWN, line.length())) + "'", AN_INTERVAL);
        }
        tags.add(found.isEmpty() ? "(none)" : found);
        if (tags.size() > SHOWN) {
            throw lines.wrong("has too many tags", "at most " + SHOWN);
        }
        if (!found.isEmpty() && !tagged) {
            tagged = true;
            sum = tag == null
                    ? sum
                    : null; // of lines without a tag, which were meant only as long as there were no others
        }
        if (tag == null || tag.equals(found) || !tagged) {
            add(decoded(fields[3]));
        }
    }

    private void add(Histogram interval) {
        intervals++;
        long before = sum == null ? 0 : sum.getTotalCount();
        long more = interval.getTotalCount();
        if (more < 0 || more > MOST_VALUES || before + more > MOST_VALUES) {
            throw lines.wrong("counts " + more + " values", "0.." + MOST_VALUES + " in the whole file");
        }
        try {
            if (sum == null) {
                sum = new Histogram(interval.getNumberOfSignificantValueDigits());
            }
            sum.add(interval);
        } catch (RuntimeException e) {
            throw lines.wrong("its histogram cannot be added to those before it", "a sound one");
        }
        Histogram all = sum;
        if (all.getTotalCount() != before + more) {
            throw lines.wrong("its counts contradict each other", "a sound histogram");
        }
    }

    private Histogram decoded(String text) {
        try {
            ByteBuffer packed = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            require(packed.remaining() > 8 && (packed.getInt() & ~COOKIE_BASE) == COMPRESSED);
            int length = packed.getInt();
            require(length >= 0 && length <= packed.remaining());
            inflater.reset();
            inflater.setInput(packed.array(), packed.position(), length);
            byte[] content = new byte[Math.min(MOST_UNPACKED, 1 << 16)];
            int used = 0;
            while (!inflater.finished()) {
                if (used == content.length) {
                    require(used < MOST_UNPACKED);
                    content = java.util.Arrays.copyOf(content, 4 * used);
                }
                int more = inflater.inflate(content, used, content.length - used);
                require(more > 0 || inflater.finished());
                used += more;
            }
            ByteBuffer plain = ByteBuffer.wrap(content, 0, used);
            require(used >= HEADER && (plain.getInt(0) & ~COOKIE_BASE) == PLAIN);
            int payload = plain.getInt(4);
            int digits = plain.getInt(12);
            long lowest = plain.getLong(16);
            long highest = plain.getLong(24);
            require(payload >= 0 && payload <= used - HEADER && digits >= 0 && digits <= MOST_DIGITS);
            require(plain.getInt(8) == 0 && lowest >= 1 && highest / 2 >= lowest);
            requireCounts(plain.slice(HEADER, payload));
            return Histogram.decodeFromByteBuffer(plain, 0);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DataFormatException e) {
            throw lines.wrong("holds no histogram of whole numbers", "one as HdrHistogram's log writer writes it, V2");
        }
    }

    private static void require(boolean sound) {
        if (!sound) {
            throw new IllegalArgumentException();
        }
    }

    /** No empty stretch is longer than any histogram, so that none can turn a place into one that is not there. */
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
            require(count <= MOST_VALUES && count >= -(1L << 26));
            places += count < 0 ? -count : 1;
            require(places <= 1L << 26);
        }
    }
}
