package org.ticktoquote.replayer.importing;

import io.airlift.compress.MalformedInputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.run.Traffic;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * FIX logs as engines and loggers write them, read as if each session were a connection: lines with messages, anything before
 * them, whatever separates their fields. The files are read one after another. One thread.
 */
final class FixLog implements Traffic {
    private static final int LONGEST_LINE = 1 << 22;
    private static final byte SOH = 1;

    private final List<Path> files;
    private final boolean bySendingTime;
    private final Zones zones;
    private final Runnable step;
    private LoggedMessage message = new LoggedMessage();
    private LogTime times = new LogTime();
    private final Map<String, Direction> directions = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private long garbled;
    private long untimed;
    private long bySending;
    private long earlier;
    private long firstNs;
    private long lastNs;
    private long previousNs;
    private long sameTime;

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
     * Logs to read.
     *
     * @param bySendingTime whether SendingTime (52) is the time of a message, whatever is before it
     * @param zones of the times before messages, where they are given
     * @param step called for each line
     */
    FixLog(List<Path> files, boolean bySendingTime, Zones zones, Runnable step) {
        this.files = List.copyOf(files);
        this.bySendingTime = bySendingTime;
        this.zones = zones;
        this.step = step;
    }

    @Override
    public Span replay(PacketHandler packets, StreamHandler streams) {
        List<Path> inOrder = ordered();
        reset();
        for (Path file : inOrder) {
            read(file, streams, () -> true);
        }
        if (firstNs == LogTime.NONE) {
            throw Problem.of(files.get(0))
                    .fault("has no sound FIX message with a time" + (garbled > 0 ? "; garbled: " + garbled : ""))
                    .refusal(ExitStatus.BAD_INPUT);
        }
        directions.values().forEach(direction -> direction.reader.end(StreamEnd.CUT_OFF, lastNs));
        return new Span(firstNs, lastNs);
    }

    private void reset() {
        message = new LoggedMessage();
        times = new LogTime();
        directions.clear();
        numbers.clear();
        garbled = 0;
        untimed = 0;
        bySending = 0;
        earlier = 0;
        firstNs = LogTime.NONE;
        lastNs = LogTime.NONE;
        previousNs = LogTime.NONE;
        sameTime = 0;
    }

    /** Files in the order of the times of their first messages. */
    private List<Path> ordered() {
        if (files.size() == 1) {
            return files;
        }
        Map<Path, Long> begins = new HashMap<>();
        for (Path file : files) {
            begins.put(file, firstNs(file));
        }
        return files.stream().sorted(Comparator.comparing(begins::get)).toList();
    }

    private long firstNs(Path file) {
        reset();
        read(file, flow -> StreamReader.IGNORED, () -> firstNs == LogTime.NONE);
        return firstNs;
    }

    private void read(Path file, StreamHandler streams, BooleanSupplier goesOn) {
        try (InputStream in = FixContent.open(file)) {
            byte[] line = new byte[1 << 16];
            int length = 0;
            for (int next = in.read(); next >= 0 && goesOn.getAsBoolean(); next = in.read()) {
                if (next == '\n') {
                    line(line, length, streams);
                    length = 0;
                } else {
                    if (length == line.length) {
                        if (length == LONGEST_LINE) {
                            throw new EOFException("a line is longer than " + LONGEST_LINE + " bytes");
                        }
                        line = Arrays.copyOf(line, 2 * length);
                    }
                    line[length++] = (byte) next;
                }
            }
            line(line, length, streams);
        } catch (IOException e) {
            throw Problem.of(file).fault(Damage.reason(e)).refusal(ExitStatus.BAD_INPUT, e);
        } catch (MalformedInputException e) {
            throw Problem.of(file).fault("is damaged: not a sound zstd").refusal(ExitStatus.BAD_INPUT, e);
        }
    }

    private void line(byte[] line, int length, StreamHandler streams) {
        step.run();
        int from = 0;
        for (int at = message.find(line, from, length); at >= 0; at = message.find(line, from, length)) {
            if (message.read(line, at, length)) {
                message(new String(line, from, at - from, StandardCharsets.ISO_8859_1), streams);
            } else {
                garbled++;
            }
            from = message.next();
        }
    }

    private void message(String before, StreamHandler streams) {
        Direction direction =
                directions.computeIfAbsent(message.sender() + SOH + message.target(), key -> opened(streams));
        long ns = time(before, direction);
        if (ns == LogTime.NONE) {
            untimed++;
            return;
        }
        firstNs = firstNs == LogTime.NONE ? ns : Math.min(firstNs, ns);
        lastNs = Math.max(lastNs, ns);
        earlier += ns < direction.lastNs ? 1 : 0;
        direction.lastNs = Math.max(direction.lastNs, ns);
        direction.reader.bytes(message.buffer(), 0, message.length(), inOrder(ns), 0);
    }

    /** A millisecond has many messages: those of one time keep their order, whoever sent them, by a nanosecond each. */
    private long inOrder(long ns) {
        sameTime = ns == previousNs ? sameTime + 1 : 0;
        previousNs = ns;
        return ns + sameTime;
    }

    private long time(String before, Direction direction) {
        long sentNs = times.sending(message.sendingTime());
        long ns = LogTime.NONE;
        if (!bySendingTime) {
            try {
                ns = times.before(before, sentNs, direction.zone);
            } catch (BadValue changed) {
                return LogTime.NONE; // a time that the zone does not have, or has twice
            }
        }
        bySending += !bySendingTime && ns == LogTime.NONE && sentNs != LogTime.NONE ? 1 : 0;
        return ns == LogTime.NONE ? sentNs : ns;
    }

    private Direction opened(StreamHandler streams) {
        String sender = message.sender();
        boolean forward = sender.compareTo(message.target()) < 0;
        InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        int number = connection(sender, message.target());
        return new Direction(
                streams.opened(new Flow(number, nowhere, nowhere, forward, false)),
                zones.given(sender) ? new WallClock(zones.zone(sender, ZoneOffset.UTC)) : null);
    }

    /** The same for both directions. */
    private int connection(String one, String other) {
        String both = one.compareTo(other) < 0 ? one + SOH + other : other + SOH + one;
        return numbers.computeIfAbsent(both, key -> numbers.size());
    }

    @Override
    public Facts facts() {
        Map<String, String> others = new LinkedHashMap<>();
        Facts.put(
                others,
                "messages that are garbled: their length (9) or checksum (10) is wrong, or they are cut",
                garbled);
        Facts.put(others, "messages without a time that can be read", untimed);
        Facts.put(
                others,
                "messages with an earlier time than one before them in their session, whose time they get",
                earlier);
        Facts.put(others, "messages without a time before them, which have their SendingTime (52)", bySending);
        String name = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        return new Facts(name, "", "", 0, 0, 0, 0, others);
    }

    /** What the clock of the log is ahead of UTC, as SendingTime shows: whole quarters of an hour, in ns. */
    long offsetNs() {
        return times.offsetNs() == LogTime.NONE ? 0 : times.offsetNs();
    }
}
