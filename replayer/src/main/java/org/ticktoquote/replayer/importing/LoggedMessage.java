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
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/**
 * A FIX message in a line of a log, with the separators that it had on the wire. They are SOH, or what an engine or a logger
 * writes instead: whatever is between BeginString (8) and BodyLength (9). One thread.
 */
final class LoggedMessage {
    private static final byte SOH = 1;
    private static final int LONGEST_SEPARATOR = 8;
    private static final int LONGEST_NUMBER = 10;
    private static final byte[] BEGIN = "8=FIX".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "9=".getBytes(StandardCharsets.US_ASCII);
    private static final int SENDER = 1;
    private static final int TARGET = 2;
    private static final int SENDING_TIME = 3;

    private final MessageFramer framer = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
    private final FieldReader fields = new FieldReader(TagTable.of(Map.of(49, SENDER, 56, TARGET, 52, SENDING_TIME)));
    private final String[] header = new String[SENDING_TIME + 1];
    private byte[] bytes = new byte[4096];
    private int length;
    private int next;

    /** Where the next message may begin, or -1. */
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

    /** Reads the message that begins at an index, and returns whether it is sound. */
    boolean read(byte[] line, int begin, int end) {
        next = begin + BEGIN.length;
        int version = next;
        while (version < end && isVersion(line[version])) {
            version++;
        }
        int nine = indexOf(LENGTH, line, version, Math.min(end, version + LONGEST_SEPARATOR + LENGTH.length));
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

    /** Puts SOH where the separators are, up to the end by BodyLength (9); returns where the rest of the line begins. */
    private int restore(byte[] line, int begin, int version, byte[] separator, int end) {
        int digits = version + 1 + LENGTH.length;
        int separators = 0;
        int last = digits + LONGEST_NUMBER;
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
        put(SOH); // the last separator, which the end of a line may be
        return isAt(separator, line, at, end) ? at + separator.length : at;
    }

    private void put(byte each) {
        if (length + Long.BYTES >= bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        bytes[length++] = each;
    }

    /** Where the search for the next message goes on. */
    int next() {
        return next;
    }

    /** The message as it was on the wire, from 0. */
    DirectBuffer buffer() {
        return framer.buffer();
    }

    int length() {
        return framer.end(0);
    }

    /** SenderCompID (49). */
    String sender() {
        return header[SENDER];
    }

    /** TargetCompID (56). */
    String target() {
        return header[TARGET];
    }

    /** SendingTime (52); empty where there is none. */
    String sendingTime() {
        return header[SENDING_TIME];
    }

    /**
     * Reads the times of a FIX log: SendingTime (52), and the time that an engine or a logger writes before a message. One thread.
     */
    static final class Time {
        /** There is no time, or none that can be read. */
        static final long NONE = Long.MIN_VALUE;

        private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
        private static final long QUARTER_NS = TimeUnit.MINUTES.toNanos(15);
        private static final String ZEROS = "000000000";
        private static final Pattern CLOCK =
                Pattern.compile("(?:(?<!\\d)(?<year>\\d{4})([-/.]?)(?<month>\\d\\d)\\2(?<day>\\d\\d)[-T :]+)?"
                        + "(?<!\\d)(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:[.,:](?<fraction>\\d{1,12}))?"
                        + "(?!\\d) ?(?<zone>Z|[+-]\\d\\d:?\\d\\d(?!\\d))?");
        private static final Pattern EPOCH =
                Pattern.compile("(?<![\\d.])(\\d{10}|\\d{13}|\\d{16}|\\d{19})(?:\\.(\\d{1,9}))?(?!\\d)");

        /** What the clock of the times before messages is ahead of UTC, as SendingTime shows; {@link #NONE} where none did. */
        private long offsetNs = NONE;

        long offsetNs() {
            return offsetNs;
        }

        /** SendingTime (52), as in {@code 20261122-17:04:44.480}, ns since 1970-01-01 UTC. */
        static long sending(String text) {
            Matcher found = CLOCK.matcher(text);
            return found.matches() && found.group("year") != null ? ns(found) : NONE;
        }

        /**
         * The time before a message.
         *
         * @param sentNs its SendingTime, or {@link #NONE}: it says the date where there is none, and in which zone the log is
         * @param zone of the log; null where that is to be found out
         */
        long before(String text, long sentNs, @Nullable WallClock zone) throws BadValue {
            Matcher found = CLOCK.matcher(text);
            if (!found.find()) {
                return epoch(text);
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

        /** The same time of day on the day that is nearest to a time. */
        private static long nearest(long ns, long toNs) {
            return ns + Math.floorDiv(toNs - ns + WallClock.DAY_NS / 2, WallClock.DAY_NS) * WallClock.DAY_NS;
        }

        /** On a clock of UTC where no zone is said, on 1970-01-01 where no date is. */
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

        /** Since 1970-01-01 UTC in s, ms, us or ns, by the number of digits; what is finer than 1 ns is cut off. */
        private static long epoch(String text) {
            Matcher found = EPOCH.matcher(text);
            if (!found.find()) {
                return NONE;
            }
            String fraction = found.group(2) == null ? "" : found.group(2);
            return Long.parseLong((found.group(1) + fraction + ZEROS).substring(0, 19));
        }
    }
}
