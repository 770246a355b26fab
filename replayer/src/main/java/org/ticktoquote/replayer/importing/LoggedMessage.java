package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.AsciiNumber;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.fix.message.TimestampEdge;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/**
 * FIX message in a log line, with its SOH separators restored. The text between BeginString (8) and BodyLength (9) is the
 * log's separator, which is SOH or a substitute. Single-threaded.
 */
final class LoggedMessage {
    private static final byte SOH = 1;
    private static final int MAX_SEPARATOR_LENGTH = 8;
    private static final int MAX_NUMBER_LENGTH = 10;
    private static final byte[] BEGIN = "8=FIX".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "9=".getBytes(StandardCharsets.US_ASCII);
    private static final int SENDER = 1;
    private static final int TARGET = 2;
    private static final int SENDING_TIME = 3;

    private final MessageFramer framer = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);
    private final FieldReader fields = new FieldReader(TagTable.of(Map.of(49, SENDER, 56, TARGET, 52, SENDING_TIME)));
    private final String[] header = new String[SENDING_TIME + 1];
    private byte[] bytes = new byte[4096];
    private int length;
    private int next;

    /** Returns the index where the next message might begin, or -1. */
    int find(byte[] line, int from, int end) {
        return indexOf(BEGIN, line, from, end);
    }

    private static int indexOf(byte[] what, byte[] in, int from, int end) {
        int at = from;
        while (at < end && !isAt(what, in, at, end)) {
            at++;
        }
        return at < end ? at : -1;
    }

    private static boolean isAt(byte[] what, byte[] in, int at, int end) {
        return at + what.length <= end && Arrays.equals(in, at, at + what.length, what, 0, what.length);
    }

    /** Reads the message at an index. Returns true if it is valid. */
    boolean read(byte[] line, int begin, int end) {
        next = begin + BEGIN.length;
        int version = next;
        while (version < end && isVersion(line[version])) {
            version++;
        }
        int nine = indexOf(LENGTH, line, version, Math.min(end, version + MAX_SEPARATOR_LENGTH + LENGTH.length));
        if (nine <= version) {
            return false;
        }
        int after = restore(line, begin, version - begin, Arrays.copyOfRange(line, version, nine), end);
        framer.resynchronise();
        framer.read(new UnsafeBuffer(bytes), 0, length, 0);
        if (framer.messages() != 1 || framer.start(0) != 0) {
            return false;
        }
        next = after;
        Arrays.fill(header, "");
        fields.wrap(framer.bytes(), 0, framer.end(0));
        for (int field = fields.next(); field != FieldReader.END; field = fields.next()) {
            header[field] = header[field].isEmpty() ? fields.text() : header[field];
        }
        return !sender().isEmpty() && !target().isEmpty();
    }

    private static boolean isVersion(byte each) {
        return each == '.' || each >= '0' && each <= '9' || each >= 'A' && each <= 'Z';
    }

    /** Restores SOH up to the end of the message, found by BodyLength (9). Returns the index of the rest of the line. */
    private int restore(byte[] line, int begin, int version, byte[] separator, int end) {
        int digits = version + 1 + LENGTH.length;
        int separators = 0;
        int last = digits + MAX_NUMBER_LENGTH;
        int at = begin;
        length = 0;
        while (at < end && length < last) {
            boolean separates = isAt(separator, line, at, end);
            put(separates ? SOH : line[at]);
            at += separates ? separator.length : 1;
            if (separates && ++separators == 2) {
                long body = Math.min(AsciiNumber.digits(bytes, digits, length - 1), MessageFramer.MAX_LENGTH);
                last = length + (int) body + MessageFramer.TRAILER_LENGTH - 1;
            }
        }
        put(SOH); // the last separator, which can be missing at the end of the line
        return isAt(separator, line, at, end) ? at + separator.length : at;
    }

    private void put(byte each) {
        if (length + Long.BYTES >= bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        bytes[length++] = each;
    }

    /** Returns the index at which the search for the next message continues. */
    int next() {
        return next;
    }

    /** Returns the message as it was on the wire, starting at offset 0. */
    DirectBuffer buffer() {
        return framer.buffer();
    }

    int length() {
        return framer.end(0);
    }

    /** Returns SenderCompID (49). */
    String sender() {
        return header[SENDER];
    }

    /** Returns TargetCompID (56). */
    String target() {
        return header[TARGET];
    }

    /** Returns SendingTime (52); empty if absent. */
    String sendingTime() {
        return header[SENDING_TIME];
    }

    /** Parses SendingTime (52) and the time that an engine or logger writes before a message. Single-threaded. */
    static final class Time {
        /** Missing or invalid time. */
        static final long NONE = Long.MIN_VALUE;

        private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
        private static final long QUARTER_NS = TimeUnit.MINUTES.toNanos(15);
        private static final long EARLIEST_NS = TimeUnit.DAYS.toNanos(20 * 365 + 5);
        private static final String ZEROS = "000000000";
        private static final Pattern CLOCK =
                Pattern.compile("(?:(?<!\\d)(?<year>\\d{4})([-/.]?)(?<month>\\d\\d)\\2(?<day>\\d\\d)[-T :]+)?"
                        + "(?<!\\d)(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:[.,:](?<fraction>\\d{1,12}))?"
                        + "(?!\\d) ?(?<zone>Z|[+-]\\d\\d:?\\d\\d(?!\\d))?");
        private static final Pattern EPOCH =
                Pattern.compile("(?<![\\d.])(\\d{10}|\\d{13}|\\d{16}|\\d{19})(?:\\.(\\d{1,9}))?(?!\\d)");

        /** Offset of the log's clock from UTC, learned from SendingTime; {@link #NONE} if unknown. */
        private long offsetNs = NONE;

        long offsetNs() {
            return offsetNs;
        }

        /** Parses SendingTime (52), as in {@code 20261122-17:04:44.480}, into ns since 1970-01-01 UTC. */
        static long sending(String text) {
            Matcher found = CLOCK.matcher(text);
            return found.matches() && found.group("year") != null ? ns(found) : NONE;
        }

        /**
         * Parses the time before a message.
         *
         * @param sentNs its SendingTime, or {@link #NONE}; supplies a missing date and the offset of the log's clock
         * @param zone of the log; null to learn the offset
         */
        long before(String text, long sentNs, @Nullable WallClock zone) throws BadValue {
            Matcher found = CLOCK.matcher(text);
            if (!found.find()) {
                return epoch(text, sentNs);
            }
            boolean dated = found.group("year") != null;
            long shownNs = ns(found);
            if (shownNs == NONE || !dated && sentNs == NONE) {
                return NONE;
            }
            long wallNs = dated ? shownNs : nearest(shownNs, sentNs);
            if (found.group("zone") != null) {
                return wallNs;
            }
            if (zone == null && offsetNs == NONE && sentNs != NONE) {
                offsetNs = Math.floorDiv(wallNs - sentNs + QUARTER_NS / 2, QUARTER_NS) * QUARTER_NS;
            }
            long ns = zone != null ? zone.epochNs(wallNs, text) : wallNs - (offsetNs == NONE ? 0 : offsetNs);
            return dated ? ns : nearest(ns, sentNs);
        }

        /** Returns the same time of day on the day nearest to a given time. */
        private static long nearest(long ns, long toNs) {
            return ns + Math.floorDiv(toNs - ns + WallClock.DAY_NS / 2, WallClock.DAY_NS) * WallClock.DAY_NS;
        }

        /** Assumes UTC if there is no zone, and 1970-01-01 if there is no date. */
        private static long ns(Matcher found) {
            try {
                long day = found.group("year") == null
                        ? 0
                        : LocalDate.of(number(found, "year"), number(found, "month"), number(found, "day"))
                                .toEpochDay();
                String zone = found.group("zone");
                long seconds = (number(found, "hour") * 60L + number(found, "minute")) * 60
                        + number(found, "second")
                        - (zone == null ? 0 : ZoneOffset.of(zone).getTotalSeconds());
                String fraction = found.group("fraction") == null ? "" : found.group("fraction");
                return day * WallClock.DAY_NS
                        + seconds * SECOND_NS
                        + Long.parseLong((fraction + ZEROS).substring(0, 9));
            } catch (DateTimeException impossible) {
                return NONE;
            }
        }

        private static int number(Matcher found, String group) {
            return Integer.parseInt(found.group(group));
        }

        /**
         * Parses s, ms, us or ns (by number of digits) since 1970-01-01 UTC. Truncates fractions of 1 ns. Ignores other
         * numbers: those more than a day from SendingTime, or without it before 1990.
         */
        private static long epoch(String text, long sentNs) {
            Matcher found = EPOCH.matcher(text);
            while (found.find()) {
                String fraction = found.group(2) == null ? "" : found.group(2);
                long ns = Long.parseLong((found.group(1) + fraction + ZEROS).substring(0, 19));
                if (sentNs == NONE ? ns >= EARLIEST_NS : Math.abs(ns - sentNs) <= WallClock.DAY_NS) {
                    return ns;
                }
            }
            return NONE;
        }
    }
}
