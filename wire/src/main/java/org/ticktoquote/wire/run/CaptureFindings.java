package org.ticktoquote.wire.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.stamp.StampReport;
import org.ticktoquote.wire.stream.StreamCounts;

/**
 * Collects facts of captures that were read. Provides each fact as text with its meaning for a measurement, and as a fact
 * for {@code run.json}.
 */
public final class CaptureFindings {
    /** Oscillators of hosts and switches stay within this drift. */
    private static final double TYPICAL_DRIFT_PPM = 50;

    /**
     * Maximum share of missing bytes of streams and missing ticks of feeds. Loss comes with load, so above this share the
     * rest is not a fair sample.
     */
    private static final double MAX_MISSING = 0.1;

    /** Fact that is listed even if no frame has a stamp. */
    private static final String STAMPS = "stamps";

    private static final Map<String, Kind> KINDS = kinds();

    private final CapturePass pass;
    /** Facts so far. */
    public final List<Point> points = new ArrayList<>();

    /** Meaning of a fact for a measurement. */
    public enum Level {
        NOTE("note", "fit"),
        RESERVATION("reservation", "fit with reservations"),
        NOT_FIT("not fit", "not fit");

        public final String word;
        public final String verdict;

        Level(String word, String verdict) {
            this.word = word;
            this.verdict = verdict;
        }
    }

    /**
     * A line of facts.txt.
     *
     * @param fact name in {@code run.json} without prefix; empty for none
     * @param counted unit of the count; empty if the text contains the count
     */
    private record Kind(Level level, String fact, String counted, String text) {}

    /** A fact of these captures. */
    public record Point(Level level, String name, long count, String text) {}

    /** Adds the facts of captures that were read to their end, or up to their damage. */
    public CaptureFindings(CapturePass pass) {
        this.pass = pass;
        capture(pass.counts);
        stamps(pass.stamps.report());
        packets(pass.packets.counts);
        streams(pass.streams.counts);
    }

    private static Map<String, Kind> kinds() {
        return ResourceText.of(CaptureFindings.class, "facts.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ?\\| ?", 5))
                .collect(Collectors.toMap(
                        kind -> kind[0], kind -> new Kind(Level.valueOf(kind[1]), kind[2], kind[3], kind[4])));
    }

    /** Adds a fact if its count is above 0. */
    public void add(String name, long count, Object... values) {
        add(kind(name).level, name, count, values);
    }

    /** Adds a fact with a level of its own if its count is above 0. */
    public void add(Level level, String name, long count, Object... values) {
        if (count > 0 || name.equals(STAMPS)) {
            String counted = kind(name).counted;
            String text = (counted.isEmpty() ? "" : CountText.of(count, counted) + " ")
                    + String.format(Locale.ROOT, kind(name).text, values);
            points.add(new Point(level, name, count, TerminalText.line(text.strip())));
        }
    }

    private static Kind kind(String name) {
        return Objects.requireNonNull(KINDS.get(name), name);
    }

    /** Returns the level for a share of missing data. */
    public static Level level(long missing, long there) {
        return missing > MAX_MISSING * (missing + there) ? Level.NOT_FIT : Level.RESERVATION;
    }

    private void capture(CaptureCounts counts) {
        add("damage", pass.damage == null ? 0 : 1, pass.damage == null ? "" : String.valueOf(pass.damage.getMessage()));
        counts.cuts.forEach(cut -> add("cut-file", 1, cut));
        add("drops", counts.drops);
        add("snaplen", counts.cutFrames, pass.longestCut);
        add("bad-fractions", counts.badFractions);
        add("untimed", counts.untimed - counts.badFractions);
        add("ahead", counts.ahead);
        add("late", counts.late);
        add("reordered", counts.reordered);
    }

    private void stamps(StampReport stamps) {
        add(STAMPS, stamps.placed, stamps.reason);
        stamps.steps.forEach(step -> step(step, stamps.breaks().contains(step)));
        Level further = stamps.breaks().isEmpty() ? Level.NOTE : Level.NOT_FIT;
        add(further, "steps", stamps.stepCount - stamps.steps.size());
        stamps.clocks.ifPresent(this::clocks);
        add("stamps-tai", stamps.isUtcSaidToBeTai() ? 1 : 0);
        add("stamps-rate", stamps.isRateUnmeasured ? 1 : 0, stamps.tickMegahertz.orElse(0));
        add("stamps-cut", stamps.cut);
        add("stamps-impossible", stamps.disagreeing);
        add("stamps-unplaced", stamps.unplaced);
        add("stamps-degraded", stamps.degraded);
        boolean isFew = stamps.unstamped <= MAX_MISSING * (stamps.unstamped + stamps.placed);
        add(isFew ? Level.NOTE : Level.RESERVATION, "stamps-missing", stamps.unstamped, stamps.byInterface());
        add("stamps-foreign", stamps.foreignKeyFrames);
        add("stamps-backward", stamps.backward, stamps.largestBackwardNs / 1e3);
    }

    private void step(StampReport.Step step, boolean breaks) {
        Level level = breaks ? Level.NOT_FIT : Level.NOTE;
        Instant time = Instant.EPOCH.plusNanos(step.timeNs());
        String against = step.kind() == StampReport.Kind.AGAINST_CAPTURE ? " against the capture's" : "";
        String effect = breaks ? "wrong; measure the parts before and after it separately (editcap -A, -B)" : "right";
        add(level, "step", 1, step.number(), time, step.sizeNs() / 1e3, against, effect);
    }

    private void clocks(StampReport.Clocks clocks) {
        double drift = clocks.driftPpm().orElse(0);
        boolean isUsual = Math.abs(drift) <= TYPICAL_DRIFT_PPM;
        String meaning = isUsual
                ? "; no latency spans it"
                : clocks.isImpossible()
                        ? ": too much for two clocks; choose other --stamps"
                        : ": if the switch's clock is wrong, latencies are wrong by as much; synchronise the switch";
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
        String linkTypes = WireManifest.joined(pass.linkTypes.stream().mapToObj(String::valueOf));
        add("link-types", packets.otherLinks, linkTypes);
        add("tunnels", sum(packets.opened), named(packets.opened));
        add("tunnels-closed", sum(packets.unopened), named(packets.unopened));
        add("other", packets.otherProtocols - sum(packets.unopened));
    }

    private static long sum(Map<String, MutableLong> counts) {
        return counts.values().stream().mapToLong(MutableLong::get).sum();
    }

    private static String named(Map<String, MutableLong> counts) {
        return WireManifest.joined(counts.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s %,d", each.getKey(), each.getValue().value)));
    }

    private void streams(StreamCounts streams) {
        Level holes = level(streams.holeBytes, streams.bytes);
        add(holes, "holes", streams.holes, streams.holeBytes, streams.bytes + streams.holeBytes, missingBecause());
        add("conflicts", streams.conflicts);
        add("forgotten", streams.forgotten);
        add("retransmissions", streams.retransmissions);
        add("out-of-order", streams.outOfOrder);
        add("unused", streams.outsideBytes + streams.afterEndBytes + streams.lateBytes + streams.beforeBeginBytes);
        add("midstream", streams.connections - streams.connectionsFromStart);
        add("one-directional", streams.oneDirectional);
        add("unlisted", streams.connections - CapturePass.MAX_STREAMS);
        add("unlisted-datagrams", pass.unlisted);
    }

    /** Explains why packets are missing. */
    public String missingBecause() {
        String untimed = pass.counts.untimed + pass.counts.ahead > 0 ? "frames without a time are not used, or " : "";
        String lost = untimed + "the network, the mirror or the capture lost them; mirror less, and use -B 65536";
        return pass.counts.cutFrames > 0 ? "frames are cut; capture with -s 0" : lost;
    }

    /** Returns the facts by their names in {@code run.json}. */
    Map<String, String> facts() {
        Map<String, Long> counts = new TreeMap<>(Map.of("frames", pass.counts.frames));
        points.stream()
                .filter(point -> !kind(point.name).fact.isEmpty())
                .forEach(point -> counts.merge(kind(point.name).fact, point.count, Long::sum));
        Map<String, String> facts = new TreeMap<>();
        counts.forEach((name, count) -> facts.put(name, count.toString()));
        Stream<Point> stamps = points.stream().filter(point -> point.name.matches("stamps.*|steps?|clocks"));
        facts.put("stampsBecause", stamps.map(Point::text).collect(Collectors.joining("; ")));
        return facts;
    }
}
