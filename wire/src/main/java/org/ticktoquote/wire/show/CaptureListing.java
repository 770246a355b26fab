package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.CaptureSpool;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.run.CaptureFindings;
import org.ticktoquote.wire.run.CapturePass;
import org.ticktoquote.wire.run.WireRun;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Judges whether captures are fit to measure with, and lists their contents. Packets and messages are listed while the
 * captures are read a second time. Memory is bounded.
 *
 * @param stamps format that the user requested; empty to detect it
 * @param streams streams to list, as {@code tcp:3}; empty for all
 * @param from first moment of a row; can be empty
 * @param to end of the rows, exclusive; can be empty
 * @param types message types to list; empty for all
 */
public record CaptureListing(
        List<Path> files,
        Optional<StampFormat> stamps,
        Contents contents,
        ListForm format,
        List<String> streams,
        String from,
        String to,
        List<String> types) {
    private static final String PACKET_COLUMNS =
            "frame:-7 time:18 captured:18 stream:7 from:21 to:21 bytes:-5 cut:-4 flags:5 sequence:-10"
                    + " acknowledged:-12 window:-6";
    /** Letters of the TCP flags by bit, as printed by tcpdump. */
    private static final String FLAGS = "FSRP.UECN";

    /** What a row of the list describes. */
    public enum Contents {
        STREAMS,
        PACKETS,
        MESSAGES
    }

    /**
     * Checks the options.
     *
     * @throws ProblemException if an option is wrong, or if a pipe would be read twice
     */
    public CaptureListing {
        // refuses wrong options before a capture is read
        ListFilter unusedFrom = ListFilter.of(streams, from, "", types, 0);
        ListFilter unusedTo = ListFilter.of(streams, "", to, types, 0);
        if (contents != Contents.STREAMS) {
            files.stream().filter(CaptureSpool::isPipe).forEach(pipe -> {
                String file = "a file: packets and messages are listed when it is read a second time";
                throw Problem.ofValue(pipe).expected(file).exception();
            });
        }
    }

    /**
     * Prints the verdict on the captures, then the list.
     *
     * @param out receives the list after the verdict; for CSV, {@code remarks} receives the verdict
     * @return {@link ExitStatus#VOID} if the captures are not fit to measure with
     * @throws ProblemException if a file cannot be read, is not a capture, or is damaged; in the last case after listing everything
     *     before the damage
     */
    public ExitStatus print(PrintWriter out, PrintWriter remarks, Progress progress) {
        StreamTable conversations = new StreamTable(null);
        Runnable step = WireRun.counting("looked at", progress, () -> false);
        CapturePass pass = CapturePass.read(
                files, stamps, conversations::packet, conversations::opened, true, Long.MAX_VALUE, () -> {
                    step.run();
                    return false;
                });
        progress.close();
        if (pass.damage != null && pass.counts.frames == 0) {
            throw pass.damage;
        }
        List<CaptureFindings.Point> points = points(pass, conversations);
        print(pass, conversations, points, format == ListForm.CSV ? remarks : out);
        remarks.flush();
        list(conversations, pass, out);
        if (pass.damage != null) {
            throw pass.damage;
        }
        return points.get(0).level() == CaptureFindings.Level.NOT_FIT ? ExitStatus.VOID : ExitStatus.OK;
    }

    /** Returns the facts that decide whether a capture is fit to measure with, the worst first. */
    private static List<CaptureFindings.Point> points(CapturePass pass, StreamTable found) {
        CaptureFindings findings = new CaptureFindings(pass);
        CaptureFindings.Level gaps = CaptureFindings.level(found.feeds.missing, found.ticks);
        findings.add(gaps, "feed-gaps", found.feeds.missing, findings.missingBecause());
        findings.add("feed-copies", found.feeds.repeated);
        findings.add("feed-overtaken", found.feeds.overtaken);
        findings.add("tls", found.encrypted);
        findings.add("unreadable", found.unreadable);
        boolean isEmpty = pass.fromNs == Frame.NO_TIME;
        findings.add("empty", isEmpty ? 1 : 0);
        findings.add("nothing", !isEmpty && found.ticks == 0 && found.fixMessages == 0 ? 1 : 0);
        return findings.points.stream()
                .sorted(Comparator.comparing(CaptureFindings.Point::level).reversed())
                .toList();
    }

    /** Prints the verdict, and one line per fact. */
    private void print(CapturePass pass, StreamTable found, List<CaptureFindings.Point> points, PrintWriter out) {
        String capture = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        PacketCounts packets = pass.packets.counts;
        String decided = points.get(0).level().verdict;
        if (format == ListForm.JSONL) {
            String columns = "capture verdict from to stamps frames udp tcp connections ticks fixMessages";
            Rows verdict = new Rows(format, out, "fitness", columns);
            verdict.add(capture, decided, Rows.time(pass.fromNs), Rows.time(pass.toNs));
            verdict.add(pass.stamps.report().format.text(), pass.counts.frames, packets.udp, packets.tcp);
            verdict.add(pass.streams.counts.connections, found.ticks, found.fixMessages);
            Rows rows = new Rows(format, out, "point", "level name count text");
            points.forEach(point -> rows.add(point.level().word, point.name(), point.count(), point.text()));
            return;
        }
        boolean isTimed = pass.fromNs != Frame.NO_TIME;
        out.print(TerminalText.line(capture) + ": " + decided + "\n");
        out.print(CountText.of(pass.counts.frames, "frame")
                + (isTimed ? " from " + Rows.moment(pass.fromNs) + " to " + Rows.moment(pass.toNs) : "")
                + String.format(Locale.ROOT, ": %,d UDP, %,d TCP in ", packets.udp, packets.tcp)
                + CountText.of(pass.streams.counts.connections, "connection") + "; " + CountText.of(found.ticks, "tick")
                + " and " + CountText.of(found.fixMessages, "FIX message") + "\n");
        points.forEach(point -> out.print(point.level().word + ": " + point.text() + "\n"));
    }

    private void list(StreamTable conversations, CapturePass pass, PrintWriter out) {
        out.print(format == ListForm.TEXT ? "\n" : "");
        Rows rows = switch (contents) {
            case STREAMS -> new Rows(format, out, "stream", StreamTable.COLUMNS);
            case PACKETS -> new Rows(format, out, "packet", PACKET_COLUMNS);
            case MESSAGES -> new Rows(format, out, "message", MessageRows.COLUMNS);
        };
        ListFilter filter = ListFilter.of(streams, from, to, types, pass.fromNs);
        conversations.refuseUnknown(filter);
        boolean isStamped = pass.stamps.report().format != StampFormat.KERNEL;
        if (contents == Contents.STREAMS) {
            conversations.print(rows, filter);
        } else {
            StreamTable messages = new StreamTable(new MessageRows(rows, filter));
            boolean isPackets = contents == Contents.PACKETS;
            Consumer<Packet> receiver = isPackets ? packet -> add(rows, filter, isStamped, packet) : messages::packet;
            Function<StreamDirection, StreamReader> opened =
                    isPackets ? flow -> StreamReader.IGNORED : messages::opened;
            CapturePass unused =
                    CapturePass.read(files, stamps, receiver, opened, true, Long.MAX_VALUE, () -> rows.unread);
        }
        out.flush();
    }

    /** @param isStamped true if packets have a switch's time in addition to the capture's */
    private static void add(Rows rows, ListFilter filter, boolean isStamped, Packet packet) {
        boolean isTcp = packet.protocol == Packet.TCP;
        StreamId stream = new StreamId(isTcp, packet.stream);
        if (!filter.hasTime(packet.timeNs) || !filter.hasStream(stream)) {
            return;
        }
        rows.add(packet.number, Rows.time(packet.timeNs), isStamped ? Rows.time(packet.captureNs) : null);
        rows.add(packet.stream < 0 ? null : stream, packet.from.socket(), packet.to.socket());
        rows.add(packet.wireLength, packet.wireLength - packet.length);
        if (isTcp) {
            long acknowledged = Integer.toUnsignedLong(packet.acknowledged);
            rows.add(flags(packet), Integer.toUnsignedLong(packet.sequence), acknowledged, packet.window);
        } else {
            rows.add(null, null, null, null);
        }
    }

    private static String flags(Packet packet) {
        return IntStream.range(0, FLAGS.length())
                .filter(bit -> packet.has(1 << bit))
                .mapToObj(bit -> FLAGS.substring(bit, bit + 1))
                .collect(Collectors.joining());
    }

    /** Formats of a list. */
    public enum ListForm {
        /** Aligned columns. */
        TEXT,
        /** One JSON object per line. */
        JSONL,
        CSV
    }
}
