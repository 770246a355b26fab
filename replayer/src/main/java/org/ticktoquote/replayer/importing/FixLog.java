package org.ticktoquote.replayer.importing;

import java.io.EOFException;
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
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.replayer.importing.Zones.WallClock;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.run.Traffic;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Reads logs of FIX engines and loggers as traffic, with one connection per session. A line can have any text before its
 * messages and any field separator. Reads files one after another in time order. Single-threaded.
 */
final class FixLog implements Traffic {
    private static final int MAX_LINE_LENGTH = 1 << 22;
    private static final InetSocketAddress PLACEHOLDER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final List<Path> files;
    private final boolean bySendingTime;
    private final Zones zones;
    private LogPass last = new LogPass(flow -> StreamReader.IGNORED, () -> {});

    /** Messages from one CompID to another. */
    private static final class Direction {
        private final StreamReader reader;
        private final @Nullable WallClock zone;
        private long lastNs = LoggedMessage.Time.NONE;

        Direction(StreamReader reader, @Nullable WallClock zone) {
            this.reader = reader;
            this.zone = zone;
        }
    }

    /**
     * Reads the given logs.
     *
     * @param bySendingTime true to use SendingTime (52) as the time of a message, even if the line has another time
     * @param zones zones of the times before messages, if given by the user
     */
    FixLog(List<Path> files, boolean bySendingTime, Zones zones) {
        this.files = List.copyOf(files);
        this.bySendingTime = bySendingTime;
        this.zones = zones;
    }

    @Override
    public Facts replay(PacketHandler packets, StreamHandler streams, Runnable step) {
        List<Path> inOrder = files.size() == 1 ? files : ordered();
        LogPass reading = new LogPass(streams, step);
        inOrder.forEach(file -> reading.read(file, () -> true));
        if (reading.firstNs == LoggedMessage.Time.NONE) {
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

    /** Returns the files in time order of their first messages. */
    private List<Path> ordered() {
        Map<Path, Long> begins = new HashMap<>();
        for (Path file : files) {
            LogPass first = new LogPass(flow -> StreamReader.IGNORED, () -> {});
            first.read(file, () -> first.firstNs == LoggedMessage.Time.NONE);
            begins.put(file, first.firstNs);
        }
        return files.stream().sorted(Comparator.comparing(begins::get)).toList();
    }

    /** Returns one-line notes on messages that the last pass skipped or changed. */
    List<String> notes(String name) {
        List<String> lines = new ArrayList<>();
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
        long offsetNs = last.times.offsetNs();
        if (offsetNs != LoggedMessage.Time.NONE && offsetNs != 0) {
            ZoneOffset offset = ZoneOffset.ofTotalSeconds((int) TimeUnit.NANOSECONDS.toSeconds(offsetNs));
            lines.add("note: " + name + ": times before the messages are in UTC" + offset
                    + ", as SendingTime (52) shows; --zone sets another zone");
        }
        return lines;
    }

    /** One pass through the files. */
    private final class LogPass {
        private final StreamHandler streams;
        private final Runnable step;
        private final LoggedMessage message = new LoggedMessage();
        private final LoggedMessage.Time times = new LoggedMessage.Time();
        private final Map<List<String>, Direction> directions = new HashMap<>();
        private final Map<TreeSet<String>, Integer> connections = new HashMap<>();
        private long garbled;
        private long untimed;
        private long bySending;
        private long earlier;
        private long firstNs = LoggedMessage.Time.NONE;
        private long lastNs = LoggedMessage.Time.NONE;
        private long previousNs = LoggedMessage.Time.NONE;
        private long sameTime;

        LogPass(StreamHandler streams, Runnable step) {
            this.streams = streams;
            this.step = step;
        }

        void read(Path file, BooleanSupplier goesOn) {
            try (InputStream in = TickContent.open(file)) {
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
                    line(line, length);
                    length = 0;
                } else if (length == MAX_LINE_LENGTH) {
                    throw new EOFException("a line is longer than " + MAX_LINE_LENGTH + " bytes");
                } else {
                    line = length == line.length ? Arrays.copyOf(line, 2 * length) : line;
                    line[length++] = (byte) next;
                }
            }
        }

        private void line(byte[] line, int length) {
            step.run();
            int from = 0;
            for (int at = message.find(line, from, length); at >= 0; at = message.find(line, from, length)) {
                if (message.read(line, at, length)) {
                    message(new String(line, from, at - from, StandardCharsets.ISO_8859_1));
                } else {
                    garbled++;
                }
                from = message.next();
            }
        }

        private void message(String before) {
            Direction direction =
                    directions.computeIfAbsent(List.of(message.sender(), message.target()), key -> opened());
            long ns = time(before, direction);
            if (ns == LoggedMessage.Time.NONE) {
                untimed++;
                return;
            }
            firstNs = firstNs == LoggedMessage.Time.NONE ? ns : Math.min(firstNs, ns);
            lastNs = Math.max(lastNs, ns);
            earlier += ns < direction.lastNs ? 1 : 0;
            direction.lastNs = Math.max(direction.lastNs, ns);
            // adds a nanosecond per message of the same time, to keep the order of messages across senders
            sameTime = ns == previousNs ? sameTime + 1 : 0;
            previousNs = ns;
            direction.reader.bytes(message.buffer(), 0, message.length(), ns + sameTime, 0);
        }

        private long time(String before, Direction direction) {
            long sentNs = LoggedMessage.Time.sending(message.sendingTime());
            if (bySendingTime) {
                return sentNs;
            }
            try {
                long ns = times.before(before, sentNs, direction.zone);
                bySending += ns == LoggedMessage.Time.NONE && sentNs != LoggedMessage.Time.NONE ? 1 : 0;
                return ns == LoggedMessage.Time.NONE ? sentNs : ns;
            } catch (BadValue changed) {
                return LoggedMessage.Time.NONE; // a local time that does not exist in the zone, or exists twice
            }
        }

        private Direction opened() {
            String sender = message.sender();
            boolean forward = sender.compareTo(message.target()) < 0;
            int number = connections.computeIfAbsent(
                    new TreeSet<>(List.of(sender, message.target())), both -> connections.size());
            return new Direction(
                    streams.opened(new StreamDirection(number, PLACEHOLDER, PLACEHOLDER, forward, false)),
                    zones.given(sender) ? new WallClock(zones.zone(sender, ZoneOffset.UTC)) : null);
        }
    }
}
