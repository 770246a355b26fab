package org.ticktoquote.replayer.importing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.fix.message.AsciiNumber;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.replayer.importing.Zones.WallClock;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.run.Traffic;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Reads logs of FIX engines and loggers as traffic, with one connection per session. A line can have any text before its
 * messages and any field separator. Reads files one after another in time order. Single-threaded.
 */
final class FixLog implements Traffic {
    /** A longer line is read in parts. */
    private static final int MAX_PART_LENGTH = 1 << 22;

    /** Exceeds the length of a message with the longest separators. */
    private static final int OVERLAP = 1 << 20;

    private static final String DISTANT =
            " more than 7.5 min from SendingTime (52), as after a clock change; --zone sets a zone, as in Europe/Berlin";

    private static final InetSocketAddress PLACEHOLDER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final List<Path> files;
    private final boolean bySendingTime;
    private final Zones zones;
    private final Optional<String> venue;
    private final Map<Path, LogTime> clocks = new LinkedHashMap<>();
    private LogPass last = new LogPass(flow -> StreamReader.IGNORED, () -> {});

    /** Messages from one CompID to another. */
    private static final class Direction {
        private final StreamReader reader;
        private final @Nullable WallClock zone;
        private long lastNs = LogTime.NONE;

        Direction(StreamReader reader, @Nullable WallClock zone) {
            this.reader = reader;
            this.zone = zone;
        }
    }

    /**
     * Reads the given logs.
     *
     * @param bySendingTime true to use SendingTime (52) as the time of a message, even if the line has another time
     * @param zones zones of the times before messages, if given by the user, for the venue or a SenderCompID
     * @param venue venue of all sessions, if given by the user
     */
    FixLog(List<Path> files, boolean bySendingTime, Zones zones, Optional<String> venue) {
        this.files = List.copyOf(files);
        this.bySendingTime = bySendingTime;
        this.zones = zones;
        this.venue = venue;
    }

    @Override
    public Facts replay(Consumer<Packet> packets, Function<StreamDirection, StreamReader> streams, Runnable step) {
        files.forEach(this::learnOffset);
        List<Path> inOrder = files.size() == 1 ? files : ordered();
        LogPass reading = new LogPass(streams, step);
        inOrder.forEach(file -> reading.read(file, () -> true));
        if (reading.firstNs == LogTime.NONE) {
            String garbled = reading.garbled > 0 ? "; garbled: " + reading.garbled : "";
            throw Problem.of(files.get(0))
                    .fault("has no valid FIX message with a time" + garbled)
                    .exception(ExitStatus.BAD_INPUT);
        }
        reading.directions.values().forEach(each -> each.reader.end(StreamEnd.CUT_OFF, reading.lastNs));
        last = reading;
        String name = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        return new Facts(name, () -> "", "", 0, 0, 0, 0, reading.firstNs, reading.lastNs, Map.of());
    }

    /** Reads a file up to the first message near its SendingTime, so that earlier ones get the same offset. */
    private void learnOffset(Path file) {
        LogPass first = new LogPass(flow -> StreamReader.IGNORED, () -> {});
        first.read(file, () -> first.firstNs == LogTime.NONE || first.times.isUnrelated());
    }

    /** Returns the files in time order of their first messages. */
    private List<Path> ordered() {
        Map<Path, Long> begins = new HashMap<>();
        for (Path file : files) {
            LogPass first = new LogPass(flow -> StreamReader.IGNORED, () -> {});
            first.read(file, () -> first.firstNs == LogTime.NONE);
            begins.put(file, first.firstNs);
        }
        return files.stream().sorted(Comparator.comparing(begins::get)).toList();
    }

    /**
     * Returns one-line notes on messages that the last pass skipped or changed.
     *
     * @param names returns the name of some of the files
     */
    List<String> notes(Function<List<Path>, String> names) {
        List<String> lines = new ArrayList<>();
        String name = names.apply(files);
        FixRows.note(
                name,
                last.garbled,
                "garbled message: its",
                "garbled messages: their",
                " length (9) or checksum (10) is wrong, or the message is truncated",
                lines);
        FixRows.note(name, last.untimed, "message", "messages", " without a readable time", lines);
        FixRows.note(
                name,
                last.earlier,
                "message earlier than the previous one of its session, set to the time of that one",
                "messages earlier than the previous one of their session, set to the time of that one",
                "",
                lines);
        FixRows.note(
                name,
                last.bySending,
                "message without a time before it, imported at its",
                "messages without a time before them, imported at their",
                " SendingTime (52)",
                lines);
        FixRows.note(name, last.distant, "message is", "messages are", DISTANT, lines);
        Map<String, List<Path>> alike = new LinkedHashMap<>();
        clocks.forEach((file, clock) ->
                alike.computeIfAbsent(clock.note(), note -> new ArrayList<>()).add(file));
        alike.remove("");
        List<Path> coarse = clocks.entrySet().stream()
                .filter(clock -> clock.getValue().isCoarse())
                .map(Map.Entry::getKey)
                .toList();
        if (!coarse.isEmpty()) {
            lines.add("note: " + names.apply(coarse)
                    + ": times before the messages are whole seconds; --sending-time reads SendingTime (52)");
        }
        alike.forEach((note, of) -> lines.add("note: " + names.apply(of) + ": " + note + "; --zone sets another zone"));
        return lines;
    }

    /** One pass through the files. */
    private final class LogPass {
        private final Function<StreamDirection, StreamReader> streams;
        private final Runnable step;
        private final LoggedMessage message = new LoggedMessage();
        private final Map<List<String>, Direction> directions = new HashMap<>();
        private final Map<TreeSet<String>, Integer> connections = new HashMap<>();
        private long garbled;
        private long untimed;
        private long bySending;
        private long earlier;
        private long distant;
        private long firstNs = LogTime.NONE;
        private long lastNs = LogTime.NONE;
        private long previousNs = LogTime.NONE;
        private long sameTime;
        private LogTime times = new LogTime();

        LogPass(Function<StreamDirection, StreamReader> streams, Runnable step) {
            this.streams = streams;
            this.step = step;
        }

        void read(Path file, BooleanSupplier goesOn) {
            times = clocks.computeIfAbsent(file, first -> new LogTime());
            try (InputStream opened = TickContent.open(file);
                    InputStream in = new BufferedInputStream(TickContent.inUtf8(opened))) {
                lines(in, goesOn);
            } catch (IOException e) {
                throw Problem.of(file).fault(TickContent.damage(e)).exception(ExitStatus.BAD_INPUT, e);
            }
        }

        private void lines(InputStream in, BooleanSupplier goesOn) throws IOException {
            byte[] line = new byte[1 << 16];
            int length = 0;
            int next = 0;
            while (next >= 0 && goesOn.getAsBoolean()) {
                next = in.read();
                if (next < 0 || next == '\n') {
                    messages(line, length, length);
                    length = 0;
                } else {
                    if (length == MAX_PART_LENGTH) {
                        int rest = Math.max(messages(line, length, length - OVERLAP), length - 2 * OVERLAP);
                        length -= rest;
                        System.arraycopy(line, rest, line, 0, length);
                    }
                    line = length == line.length ? Arrays.copyOf(line, 2 * length) : line;
                    line[length++] = (byte) next;
                }
            }
        }

        /** Reads the messages of a line that begin before an index. Returns the index after the last of them. */
        private int messages(byte[] line, int length, int limit) {
            step.run();
            int from = 0;
            int at = message.find(line, from, length);
            while (at >= 0 && at < limit) {
                if (message.read(line, at, length)) {
                    message(new String(line, from, at - from, StandardCharsets.ISO_8859_1));
                } else {
                    garbled++;
                }
                from = message.next();
                at = message.find(line, from, length);
            }
            return from;
        }

        private void message(String before) {
            Direction direction =
                    directions.computeIfAbsent(List.of(message.sender(), message.target()), key -> opened());
            long ns = time(before, direction);
            if (ns == LogTime.NONE) {
                untimed++;
                return;
            }
            firstNs = firstNs == LogTime.NONE ? ns : Math.min(firstNs, ns);
            lastNs = Math.max(lastNs, ns);
            earlier += ns < direction.lastNs ? 1 : 0;
            direction.lastNs = Math.max(direction.lastNs, ns);
            // adds a nanosecond per message of the same time, to keep the order of messages across senders
            sameTime = ns == previousNs ? sameTime + 1 : 0;
            previousNs = ns;
            direction.reader.bytes(message.buffer(), 0, message.length(), ns + sameTime, 0);
        }

        private long time(String before, Direction direction) {
            long sentNs = LogTime.sending(message.sendingTime());
            if (bySendingTime) {
                return sentNs;
            }
            try {
                long ns = times.before(before, sentNs, direction.zone);
                bySending += ns == LogTime.NONE && sentNs != LogTime.NONE ? 1 : 0;
                distant += times.isDistant(ns, sentNs) ? 1 : 0;
                return ns == LogTime.NONE ? sentNs : ns;
            } catch (BadValue changed) {
                return LogTime.NONE; // a local time that does not exist in the zone, or exists twice
            }
        }

        private Direction opened() {
            String sender = message.sender();
            boolean forward = sender.compareTo(message.target()) < 0;
            int number = connections.computeIfAbsent(
                    new TreeSet<>(List.of(sender, message.target())), both -> connections.size());
            return new Direction(
                    streams.apply(new StreamDirection(number, PLACEHOLDER, PLACEHOLDER, forward, false)),
                    clock(venue.filter(zones.ofVenue()::containsKey).orElse(sender)));
        }

        private @Nullable WallClock clock(String zoned) {
            return zones.given(zoned) ? new WallClock(zones.zone(zoned, ZoneOffset.UTC)) : null;
        }
    }

    /**
     * FIX message in a log line, with its SOH separators restored. The text between BeginString (8) and BodyLength (9) is the
     * log's separator, which is SOH or a substitute. Single-threaded.
     */
    private static final class LoggedMessage {
        private static final byte SOH = 1;
        private static final int MAX_SEPARATOR_LENGTH = 8;
        private static final int MAX_NUMBER_LENGTH = 10;
        private static final byte[] BEGIN = "8=FIX".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] LENGTH = "9=".getBytes(StandardCharsets.US_ASCII);
        private static final int SENDER = 1;
        private static final int TARGET = 2;
        private static final int SENDING_TIME = 3;

        private final MessageFramer framer = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);
        private final FieldReader fields =
                new FieldReader(TagTable.of(Map.of(49, SENDER, 56, TARGET, 52, SENDING_TIME)));
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
    }
}
