package org.ticktoquote.wire.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.StampReport;
import org.ticktoquote.wire.stream.StreamCounts;

/** Judges whether a capture is fit to measure with, and why not. */
final class CaptureFitness {
    /** Oscillators of hosts and switches are within it. */
    private static final double USUAL_DRIFT_PPM = 50;

    /** Of the bytes of streams, and of the ticks of feeds. */
    private static final double MOST_MISSING = 0.1;

    private final CapturePass pass;
    private final Conversations found;
    private final List<Point> points = new ArrayList<>();

    /** What a point, or all of them, mean for a measurement. */
    enum Verdict {
        FIT("fit", "note"),
        RESERVED("fit with reservations", "reservation"),
        UNFIT("not fit", "not fit");

        final String words;
        final String level;

        Verdict(String words, String level) {
            this.words = words;
            this.level = level;
        }
    }

    /**
     * One fact.
     *
     * @param level {@link Verdict#FIT} where it harms no measurement
     * @param count of what it is about; 1 where it is one thing
     * @param text with what it means, and what to do at the capture
     */
    record Point(Verdict level, String name, long count, String text) {}

    CaptureFitness(CapturePass pass, Conversations found) {
        this.pass = pass;
        this.found = found;
        pass.damage().ifPresent(damage -> points.add(new Point(
                Verdict.UNFIT, "damage", 1, damage.getMessage() + "; only what stands before it is read, so capture again")));
        capture(pass.counts());
        stamps(pass.stamps());
        packets(pass.packets());
        streams(pass.streams());
        messages();
        points.sort((one, other) -> other.level().compareTo(one.level()));
    }

    private void reservation(String name, long count, String what, String text) {
        add(Verdict.RESERVED, name, count, what, text);
    }

    private void note(String name, long count, String what, String text) {
        add(Verdict.FIT, name, count, what, text);
    }

    private void add(Verdict level, String name, long count, String what, String text) {
        if (count > 0) {
            points.add(new Point(level, name, count, Counted.of(count, what) + " " + text));
        }
    }

    /** What is left of messages that are missing in numbers is no fair sample: loss comes with load. */
    private static Verdict level(long missing, long there) {
        return missing > MOST_MISSING * (missing + there) ? Verdict.UNFIT : Verdict.RESERVED;
    }

    private void capture(CaptureCounts counts) {
        for (CaptureCounts.Cut cut : counts.cuts()) {
            String text = cut.file() + " ends within the record at byte " + cut.at()
                    + ": the last frames are missing; end the capture with Ctrl-C and wait for it";
            points.add(new Point(Verdict.RESERVED, "cut-file", 1, text));
        }
        reservation(
                "drops",
                counts.drops(),
                "frame",
                "dropped by the capturing program, by its own count: their messages are missing; use -B 65536 and a faster disk,"
                        + " or mirror less");
        reservation(
                "snaplen",
                counts.cutFrames(),
                "frame",
                "cut to " + pass.longestCut() + " bytes or less: messages in the rest have no time and are excluded; capture with"
                        + " -s 0");
        reservation(
                "bad-fractions",
                counts.badFractions(),
                "frame",
                "with a fraction of a second that is a second or more: the file is damaged there and they are not used; capture"
                        + " again");
        reservation(
                "untimed",
                counts.untimed() - counts.badFractions(),
                "frame",
                "without a time are not used; capture with a tool that stamps every frame");
        reservation(
                "late",
                counts.late(),
                "frame",
                "more than 1 s behind later ones, not sorted: the clock was set back, or files overlap; keep the clock from"
                        + " stepping while you capture");
        note("reordered", counts.reordered(), "frame", "behind later ones, sorted: several queues wrote them");
    }

    private void stamps(StampReport stamps) {
        boolean isOwn = stamps.format() == StampFormat.KERNEL;
        points.add(new Point(Verdict.FIT, "stamps", stamps.placed(), "times: " + stamps.reason()));
        for (StampReport.Step step : stamps.steps()) {
            boolean breaks = stamps.breaks().contains(step);
            String meaning = breaks
                    ? ": latencies across it are wrong; measure the parts before and after it by themselves (editcap -A, -B)"
                    : ": latencies across it are right";
            String text = String.format(
                    Locale.ROOT,
                    "frame %d at %s: %s steps by %+.3f us",
                    step.number(),
                    Rows.moment(step.timeNs()),
                    step.kind() == StampReport.Kind.AGAINST_CAPTURE ? "the switch's clock against the capture's" : "the switch's clock",
                    step.sizeNs() / 1e3);
            points.add(new Point(breaks ? Verdict.UNFIT : Verdict.FIT, "step", 1, text + meaning));
        }
        add(
                stamps.breaks().isEmpty() ? Verdict.FIT : Verdict.UNFIT,
                "step",
                stamps.stepCount() - stamps.steps().size(),
                "further step",
                "of a clock");
        stamps.clocks().ifPresent(this::clocks);
        String synchronise = "; synchronise the switch before you capture";
        reservation("stamps-cut", stamps.cut(), "frame", "cut before the switch's stamp, not used; capture with -s 0");
        reservation("stamps-impossible", stamps.disagreeing(), "frame", "with an impossible stamp, not used" + synchronise);
        reservation(
                "stamps-unplaced",
                stamps.unplaced(),
                "frame",
                "with ticks that no key frame places in time, not used; let the key frames reach the capture, one a second");
        reservation("stamps-degraded", stamps.degraded(), "frame", "stamped while the switch was not synchronised" + synchronise);
        note("stamps-missing", isOwn ? 0 : stamps.unstamped(), "frame", "without a stamp, as the switch's own are; not used");
        note(
                "stamps-backward",
                stamps.backward(),
                "stamp",
                String.format(Locale.ROOT, "earlier than the one before, by %.3f us at most", stamps.largestBackwardNs() / 1e3));
    }

    private void clocks(StampReport.Clocks clocks) {
        double drift = clocks.driftPpm().orElse(0);
        String text = String.format(Locale.ROOT, "the switch's clock minus the capture's: %+.3f us", clocks.offsetNs() / 1e3);
        if (clocks.driftPpm().isPresent()) {
            text += String.format(Locale.ROOT, ", drift %+.3f ppm over %.1f s", drift, clocks.spanNs() / 1e9);
        }
        boolean isUsual = Math.abs(drift) <= USUAL_DRIFT_PPM;
        String meaning = isUsual
                ? "; no latency has it in it"
                : ": if the switch's runs wrong, latencies are wrong by as much; synchronise the switch before you capture";
        points.add(new Point(isUsual ? Verdict.FIT : Verdict.RESERVED, "clocks", 1, text + meaning));
    }

    private void packets(PacketCounts packets) {
        reservation(
                "duplicates",
                packets.duplicates(),
                "packet",
                "captured more than once, the first one counts: points of the network are mixed; mirror one direction only, or"
                        + " capture one interface instead of -i any");
        note("alike", packets.alike(), "packet", "like one shortly before, kept: a sender may have sent both");
        reservation(
                "offload",
                packets.offloaded(),
                "segment",
                "longer than 1,500 bytes: all messages in one have the same time; ethtool -K INTERFACE gro off lro off (and tso"
                        + " off gso off on the sending host), or use a mirror port");
        reservation("headless", packets.headless(), "frame", "cut within the headers, not used; capture with -s 0");
        reservation("malformed", packets.malformed(), "frame", "with headers that contradict each other, not used");
        reservation(
                "fragments",
                packets.incomplete(),
                "packet",
                "with missing fragments, not used; use -B 65536, and a smaller MTU at the sender");
        reservation(
                "link-types",
                packets.otherLinks(),
                "frame",
                "of an unknown kind, not used (link types in the capture: "
                        + pass.linkTypes().stream().mapToObj(String::valueOf).collect(Collectors.joining(", "))
                        + "); capture an Ethernet interface");
        note("tunnels", sum(packets.opened()), "frame", "in tunnels, opened: " + named(packets.opened()));
        reservation(
                "tunnels-closed",
                sum(packets.unopened()),
                "frame",
                "in tunnels that cannot be opened, not used: " + named(packets.unopened()) + "; capture where they end");
        note(
                "other",
                packets.otherProtocols() - sum(packets.unopened()),
                "frame",
                "with neither TCP nor UDP, such as ARP");
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String named(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s %,d", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private void streams(StreamCounts streams) {
        add(
                level(streams.holeBytes, streams.bytes),
                "holes",
                streams.holes,
                "gap",
                String.format(
                        Locale.ROOT,
                        "in TCP streams, %,d bytes of %,d: messages in them have no time and are excluded; the mirror or the"
                                + " capture lost them, so mirror less and use -B 65536 -s 0",
                        streams.holeBytes,
                        streams.bytes + streams.holeBytes));
        reservation(
                "conflicts",
                streams.conflicts,
                "retransmission",
                "with other bytes than before: the first ones count; look for a middlebox, or for two captures in one");
        reservation(
                "forgotten", streams.forgotten, "connection", "forgotten because there were too many at once; capture fewer ports");
        note("retransmissions", streams.retransmissions, "retransmission", "of TCP; the first transmission counts");
        note("out-of-order", streams.outOfOrder, "TCP segment", "ahead of earlier ones, put in order");
        note("midstream", streams.connections - streams.connectionsFromStart, "connection", "that began before the capture");
        note(
                "one-directional",
                streams.oneDirectional,
                "connection",
                "of which one direction is in the capture: a loss is noticed later there");
        note("unlisted", streams.connections - Conversations.MOST, "connection", "not in the list of streams");
    }

    private void messages() {
        add(
                level(found.feeds().missing(), found.ticks()),
                "feed-gaps",
                found.feeds().missing(),
                "tick",
                "that the feeds counted and the capture lacks: the network or the mirror lost them; use -B 65536");
        note("feed-copies", found.feeds().repeated(), "tick", "came again, as on a second line; the first one counts");
        note("feed-overtaken", found.feeds().overtaken(), "tick", "behind later ones of its feed");
        reservation(
                "tls",
                found.encrypted(),
                "connection",
                "encrypted by TLS: it cannot be read; capture behind the end of TLS");
        if (pass.fromNs() == Frame.NO_TIME) {
            points.add(new Point(Verdict.UNFIT, "empty", 1, "no frame has a time: there is nothing to measure"));
        } else if (found.ticks() == 0 && found.fixMessages() == 0) {
            String text = "neither a FIX message nor a tick of a feed can be read: there is nothing to measure; see what the"
                    + " streams carry, and where you capture";
            points.add(new Point(Verdict.UNFIT, "nothing", 1, text));
        }
    }

    Verdict verdict() {
        return points.get(0).level();
    }

    List<Point> points() {
        return points;
    }

    /** One fact a line, the worst first. */
    List<String> lines(String name) {
        List<String> lines = new ArrayList<>(List.of(TerminalText.line(name) + ": " + verdict().words, counts()));
        points.forEach(point -> lines.add(point.level().level + ": " + TerminalText.line(point.text())));
        return lines;
    }

    private String counts() {
        CaptureCounts counts = pass.counts();
        PacketCounts packets = pass.packets();
        String span = pass.fromNs() == Frame.NO_TIME
                ? ""
                : String.format(
                        Locale.ROOT,
                        " from %s to %s (%.3f s)",
                        Rows.moment(pass.fromNs()),
                        Rows.moment(pass.toNs()),
                        (pass.toNs() - pass.fromNs()) / 1e9);
        return String.format(
                Locale.ROOT,
                "%s%s: %,d UDP, %,d TCP in %s; %s and %s",
                Counted.of(counts.frames(), "frame"),
                span,
                packets.udp(),
                packets.tcp(),
                Counted.of(pass.streams().connections, "connection"),
                Counted.of(found.ticks(), "tick"),
                Counted.of(found.fixMessages(), "FIX message"));
    }

    /** The same as an object in one line. */
    String json(String name) {
        String all = points.stream()
                .map(point -> "{\"level\":" + Rows.json(point.level().level) + ",\"name\":" + Rows.json(point.name()) + ",\"count\":"
                        + point.count() + ",\"text\":" + Rows.json(point.text()) + "}")
                .collect(Collectors.joining(","));
        CaptureCounts counts = pass.counts();
        String span = pass.fromNs() == Frame.NO_TIME
                ? ""
                : ",\"from\":\"" + Rows.moment(pass.fromNs()) + "\",\"to\":\"" + Rows.moment(pass.toNs()) + "\"";
        return "{\"list\":\"fitness\",\"capture\":" + Rows.json(name) + ",\"verdict\":" + Rows.json(verdict().words) + ",\"frames\":"
                + counts.frames() + span + ",\"stamps\":" + Rows.json(pass.stamps().format().text()) + ",\"udp\":"
                + pass.packets().udp() + ",\"tcp\":" + pass.packets().tcp() + ",\"connections\":" + pass.streams().connections
                + ",\"ticks\":" + found.ticks() + ",\"fixMessages\":" + found.fixMessages() + ",\"points\":[" + all + "]}";
    }
}
