package org.ticktoquote.wire.show;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.run.CapturePass;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.StampReport;
import org.ticktoquote.wire.stream.StreamCounts;

/** Judges whether a capture is fit to measure with, and why not. */
final class CaptureFitness {
    /** Oscillators of hosts and switches are within it. */
    private static final double USUAL_DRIFT_PPM = 50;

    /** Of the bytes of streams, and of the ticks of feeds. What is left then is no fair sample: loss comes with load. */
    private static final double MOST_MISSING = 0.1;

    private static final String VERDICT_COLUMNS =
            "capture verdict from to stamps frames udp tcp connections ticks fixMessages";
    private static final Collector<CharSequence, ?, String> LISTED = Collectors.joining(", ");

    /** Says which stamps count also where no frame has one. */
    private static final String STAMPS = "stamps";

    private static final Map<String, Kind> KINDS = kinds();

    private final CapturePass pass;
    private final Conversations found;
    private final List<Point> points = new ArrayList<>();

    /** What a fact means for a measurement. */
    private enum Level {
        NOTE("note", "fit"),
        RESERVATION("reservation", "fit with reservations"),
        NOT_FIT("not fit", "not fit");

        private final String word;
        private final String verdict;

        Level(String word, String verdict) {
            this.word = word;
            this.verdict = verdict;
        }
    }

    /**
     * A fact as facts.txt has it.
     *
     * @param counted empty where its text has the count
     */
    private record Kind(Level level, String counted, String text) {}

    private record Point(Level level, String name, long count, String text) {}

    CaptureFitness(CapturePass pass, Conversations found) {
        this.pass = pass;
        this.found = found;
        capture(pass.counts);
        stamps(pass.stamps.report());
        packets(pass.packets.counts);
        streams(pass.streams.counts);
        messages();
        points.sort(Comparator.comparing(Point::level).reversed());
    }

    private static Map<String, Kind> kinds() {
        InputStream facts = Objects.requireNonNull(CaptureFitness.class.getResourceAsStream("facts.txt"));
        return new BufferedReader(new InputStreamReader(facts, StandardCharsets.UTF_8))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ?\\| ?", 4))
                .collect(Collectors.toMap(
                        parts -> parts[0], parts -> new Kind(Level.valueOf(parts[1]), parts[2], parts[3])));
    }

    /** Adds a fact where it was counted. */
    private void add(String name, long count, Object... values) {
        add(kind(name).level, name, count, values);
    }

    private void add(Level level, String name, long count, Object... values) {
        if (count > 0 || name.equals(STAMPS)) {
            String counted = kind(name).counted;
            String text = (counted.isEmpty() ? "" : Counted.of(count, counted) + " ")
                    + String.format(Locale.ROOT, kind(name).text, values);
            points.add(new Point(level, name, count, TerminalText.line(text.strip())));
        }
    }

    private static Kind kind(String name) {
        return Objects.requireNonNull(KINDS.get(name), name);
    }

    private static Level level(long missing, long there) {
        return missing > MOST_MISSING * (missing + there) ? Level.NOT_FIT : Level.RESERVATION;
    }

    private void capture(CaptureCounts counts) {
        add("damage", pass.damage == null ? 0 : 1, pass.damage == null ? "" : String.valueOf(pass.damage.getMessage()));
        counts.cuts.forEach(cut -> add("cut-file", 1, cut.file(), cut.at()));
        add("drops", counts.drops);
        add("snaplen", counts.cutFrames, pass.longestCut);
        add("bad-fractions", counts.badFractions);
        add("untimed", counts.untimed - counts.badFractions);
        add("late", counts.late);
        add("reordered", counts.reordered);
    }

    private void stamps(StampReport stamps) {
        add(STAMPS, stamps.placed, stamps.reason);
        stamps.steps.forEach(step -> step(step, stamps.breaks().contains(step)));
        Level further = stamps.breaks().isEmpty() ? Level.NOTE : Level.NOT_FIT;
        add(further, "steps", stamps.stepCount - stamps.steps.size());
        stamps.clocks.ifPresent(this::clocks);
        add("stamps-rate", stamps.isRateUnmeasured ? 1 : 0, stamps.tickMegahertz.orElse(0));
        add("stamps-cut", stamps.cut);
        add("stamps-impossible", stamps.disagreeing);
        add("stamps-unplaced", stamps.unplaced);
        add("stamps-degraded", stamps.degraded);
        long unstamped = stamps.format == StampFormat.KERNEL ? 0 : stamps.unstamped;
        boolean isFew = unstamped <= MOST_MISSING * (unstamped + stamps.placed);
        add(isFew ? Level.NOTE : Level.RESERVATION, "stamps-missing", unstamped, stamps.byInterface());
        add("stamps-backward", stamps.backward, stamps.largestBackwardNs / 1e3);
    }

    private void step(StampReport.Step step, boolean breaks) {
        add(
                breaks ? Level.NOT_FIT : Level.NOTE,
                "step",
                1,
                step.number(),
                Rows.moment(step.timeNs()),
                step.sizeNs() / 1e3,
                step.kind() == StampReport.Kind.AGAINST_CAPTURE ? " against the capture's" : "",
                breaks ? "wrong; measure what is before it and after it by itself (editcap -A, -B)" : "right");
    }

    private void clocks(StampReport.Clocks clocks) {
        double drift = clocks.driftPpm().orElse(0);
        boolean isUsual = Math.abs(drift) <= USUAL_DRIFT_PPM;
        String meaning = isUsual
                ? "; no latency has it in it"
                : clocks.isImpossible()
                        ? ": no clock runs so wrong, so one of the two is none; choose other --stamps"
                        : ": where it is the switch that runs wrong, latencies are wrong by as much; synchronise it";
        Level level = isUsual ? Level.NOTE : clocks.isImpossible() ? Level.NOT_FIT : Level.RESERVATION;
        add(level, "clocks", 1, clocks.text(), meaning);
    }

    private void packets(PacketCounts packets) {
        add("duplicates", packets.duplicates);
        add("alike", packets.alike);
        add("offload", packets.offloaded);
        add("headless", packets.headless);
        add("malformed", packets.malformed);
        add("fragments", packets.incomplete);
        add("overlapping", packets.overlapping);
        add(
                "link-types",
                packets.otherLinks,
                pass.linkTypes.stream().mapToObj(String::valueOf).collect(LISTED));
        add("tunnels", sum(packets.opened), named(packets.opened));
        add("tunnels-closed", sum(packets.unopened), named(packets.unopened));
        add("other", packets.otherProtocols - sum(packets.unopened));
    }

    private static long sum(Map<String, MutableLong> counts) {
        return counts.values().stream().mapToLong(MutableLong::get).sum();
    }

    private static String named(Map<String, MutableLong> counts) {
        return counts.entrySet().stream()
                .map(each -> String.format(
                        Locale.ROOT, "%s %,d", each.getKey(), each.getValue().get()))
                .collect(LISTED);
    }

    private void streams(StreamCounts streams) {
        Level holes = level(streams.holeBytes, streams.bytes);
        add(holes, "holes", streams.holes, streams.holeBytes, streams.bytes + streams.holeBytes);
        add("conflicts", streams.conflicts);
        add("forgotten", streams.forgotten);
        add("retransmissions", streams.retransmissions);
        add("out-of-order", streams.outOfOrder);
        add("unused", streams.outsideBytes + streams.behindEndBytes + streams.lateBytes + streams.beforeBeginBytes);
        add("midstream", streams.connections - streams.connectionsFromStart);
        add("one-directional", streams.oneDirectional);
        add("unlisted", streams.connections - CapturePass.MOST);
        add("unlisted-datagrams", pass.unlisted);
    }

    private void messages() {
        add(level(found.feeds.missing, found.ticks), "feed-gaps", found.feeds.missing);
        add("feed-copies", found.feeds.repeated);
        add("feed-overtaken", found.feeds.overtaken);
        add("tls", found.encrypted);
        add("unreadable", found.unreadable);
        boolean isEmpty = pass.fromNs == Frame.NO_TIME;
        add("empty", isEmpty ? 1 : 0);
        add("nothing", !isEmpty && found.ticks == 0 && found.fixMessages == 0 ? 1 : 0);
    }

    boolean isFit() {
        return points.get(0).level != Level.NOT_FIT;
    }

    /** Prints the verdict and the facts, the worst first, a line each. */
    void print(String capture, PrintWriter out) {
        PacketCounts packets = pass.packets.counts;
        boolean isTimed = pass.fromNs != Frame.NO_TIME;
        out.print(TerminalText.line(capture) + ": " + points.get(0).level.verdict + "\n");
        out.print(Counted.of(pass.counts.frames, "frame")
                + (isTimed ? " from " + Rows.moment(pass.fromNs) + " to " + Rows.moment(pass.toNs) : "")
                + String.format(Locale.ROOT, ": %,d UDP, %,d TCP in ", packets.udp, packets.tcp)
                + Counted.of(pass.streams.counts.connections, "connection") + "; " + Counted.of(found.ticks, "tick")
                + " and " + Counted.of(found.fixMessages, "FIX message") + "\n");
        points.forEach(point -> out.print(point.level.word + ": " + point.text + "\n"));
    }

    /** The same as rows, for programs. */
    void printJson(String capture, PrintWriter out) {
        PacketCounts packets = pass.packets.counts;
        Rows verdict = new Rows(ListForm.JSONL, out, "fitness", VERDICT_COLUMNS);
        verdict.add(capture, points.get(0).level.verdict, Rows.time(pass.fromNs), Rows.time(pass.toNs));
        verdict.add(pass.stamps.report().format.text(), pass.counts.frames, packets.udp, packets.tcp);
        verdict.add(pass.streams.counts.connections, found.ticks, found.fixMessages);
        Rows rows = new Rows(ListForm.JSONL, out, "point", "level name count text");
        points.forEach(point -> rows.add(point.level.word, point.name, point.count, point.text));
    }
}
