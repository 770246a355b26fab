package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;

/**
 * Detects which switch stamped a capture, from its first frames.
 *
 * <p>A frame agrees with a layout if its headers leave room for exactly that stamp. In addition, a time in a trailer
 * must be within an hour of the capture's time, or the frame's own FCS before it must be correct. Frames without a
 * known datagram agree by time alone. A format is detected if at least a tenth of the frames agree, and their times
 * rise at a rate that the capture's clock allows. Unless most frames agree, headers, CRC or own FCS must prove at
 * least one stamp. Stamps that are marked by an EtherType need no rising times.
 * A format that the user requested is accepted, and only the place of its stamp is detected.
 *
 * <p>Reads 1,000 frames. If they can contain tick counts, it continues up to the key frames with rate and UTC, for at most 64
 * MiB and 30 s of the capture.
 */
final class StampDetector {
    static final long NEAR_NS = 3_600 * StampLayout.SECOND_NS;
    private static final int FRAMES = 1_000;
    private static final int MAX_BYTES = 1 << 26;
    /** Memory of a copied frame in addition to its bytes. */
    private static final int OVERHEAD = 200;

    private static final long MAX_WAIT_NS = 30 * StampLayout.SECOND_NS;
    private static final long REORDERED_NS = 1_000_000;
    private static final int MAX_KEYS = 64;
    /** Formats that are not detected: the capture's own time, and twins of other formats. */
    private static final Set<StampFormat> TWINS = Set.of(StampFormat.KERNEL, StampFormat.CPACKET, StampFormat.APCON);

    /** Evidence for one layout. */
    private static final class Score {
        final StampLayout layout;
        int agreed;
        int exact;
        int kept;
        int near;
        int rising;
        int equal;
        long lastNs = Long.MIN_VALUE;
        final ClockComparison clocks = new ClockComparison(new StampReport());

        Score(StampLayout layout) {
            this.layout = layout;
        }

        boolean convinces(long looked) {
            boolean enough = agreed > 0 && agreed >= Math.max(looked / 10, Math.min(3, looked));
            boolean rises = rising >= agreed * 0.9 && (agreed < 4 || equal <= agreed / 2);
            boolean proven = exact + kept > 0 || agreed > looked / 2;
            return enough && proven && (rises || layout.format == StampFormat.ARISTA_7280);
        }

        /** Returns whether the values cannot be times. */
        boolean isImpossible() {
            boolean drifts =
                    clocks.result().filter(StampReport.Clocks::isImpossible).isPresent();
            return layout.isDoubted() && (near == 0 && clocks.isUneven() || drifts);
        }
    }

    private final Optional<StampFormat> order;
    private final StampReport report;
    /** Copies of the frames so far. */
    final List<Frame> held = new ArrayList<>();

    private final FrameShape shape = new FrameShape();
    private final List<KeyFrame> keys = new ArrayList<>();
    private KeyFrame key = new KeyFrame();
    private long bytes;
    private long looked;
    private long counterLike;
    private long firstNs = Frame.NO_TIME;

    /**
     * @param order format that the user requested; empty to detect it
     * @param report receives the format, its reason and the clocks
     */
    StampDetector(Optional<StampFormat> order, StampReport report) {
        this.order = order;
        this.report = report;
    }

    /** Keeps a copy of a frame; returns whether the frames suffice to decide. */
    boolean add(Frame frame) {
        held.add(frame.copy());
        bytes += frame.length + OVERHEAD;
        shape.read(frame);
        firstNs = firstNs == Frame.NO_TIME ? frame.timeNs : firstNs;
        if (key.read(frame, shape)) {
            if (keys.isEmpty() || key.device == keys.get(0).device && keys.size() < MAX_KEYS) {
                keys.add(key);
                key = new KeyFrame();
            }
        } else if (held.size() <= FRAMES && isCandidate(frame)) {
            looked++;
            counterLike += frame.length - shape.datagramEnd == (shape.endsInFcs(frame) ? 8 : 4) ? 1 : 0;
        }
        return held.size() >= FRAMES && !isWaiting(frame);
    }

    private boolean isCandidate(Frame frame) {
        return shape.canBeStamped() && frame.length >= frame.wireLength;
    }

    /** Returns whether key frames are still needed and can still arrive. */
    private boolean isWaiting(Frame frame) {
        boolean counters = order.map(StampFormat::hasKeyFrames).orElse(!keys.isEmpty() || counterLike > looked / 2);
        boolean timed = frame.timeNs != Frame.NO_TIME && firstNs != Frame.NO_TIME;
        return counters && keys.size() < 2 && bytes < MAX_BYTES && !(timed && frame.timeNs - firstNs > MAX_WAIT_NS);
    }

    /** Returns the layout of the stamps; null for the capture's own times. */
    @Nullable
    StampLayout choose() {
        List<Score> scores = layouts(new StampReport()).stream().map(Score::new).toList();
        looked = held.stream()
                .limit(FRAMES)
                .filter(frame -> evaluate(frame, scores))
                .count();
        Predicate<Score> convinces = score -> order.isPresent() || score.convinces(looked);
        List<Score> convincing = scores.stream().filter(convinces).toList();
        Optional<Score> best = convincing.stream()
                .filter(score -> !score.isImpossible())
                .max(Comparator.<Score>comparingInt(score -> score.agreed)
                        .thenComparingInt(score -> score.exact + score.kept)
                        .thenComparingInt(score -> score.near)
                        .thenComparingInt(score -> score.rising));
        report.reason = best.map(this::reason).orElseGet(() -> noneReason(convincing));
        report.format = best.map(score -> score.layout.format).orElse(StampFormat.KERNEL);
        if (best.isEmpty()) {
            return null;
        }
        StampLayout chosen = layouts(report).get(scores.indexOf(best.get()));
        chosen.offsetNs =
                best.get().clocks.result().map(StampReport.Clocks::offsetNs).orElse(0L);
        return chosen;
    }

    /** Compares a frame with all layouts; returns whether it can have a stamp. */
    private boolean evaluate(Frame frame, List<Score> scores) {
        shape.read(frame);
        if (!isCandidate(frame)) {
            return false;
        }
        boolean isKey = key.read(frame, shape);
        for (Score score : scores) {
            TickClock clock = score.layout.clock;
            if (!isKey) {
                evaluate(frame, score);
            } else if (clock != null) {
                clock.keyFrame(key);
            }
        }
        return !isKey;
    }

    private void evaluate(Frame frame, Score score) {
        StampLayout layout = score.layout;
        if (!layout.read(frame, shape) || order.isEmpty() && layout.timeNs == Frame.NO_TIME) {
            return;
        }
        boolean kept = layout.format.keepsFcs() && shape.isFcs(frame, layout.base);
        boolean near = frame.timeNs == Frame.NO_TIME || Math.abs(layout.timeNs - frame.timeNs) <= NEAR_NS;
        if (layout.isDoubted() && !near && !kept) {
            return;
        }
        score.agreed++;
        if (frame.timeNs != Frame.NO_TIME) {
            score.clocks.add(frame.number, frame.timeNs, layout.timeNs);
        }
        score.exact += layout.exact ? 1 : 0;
        score.kept += kept ? 1 : 0;
        score.near += near ? 1 : 0;
        score.rising += layout.timeNs >= score.lastNs - REORDERED_NS || score.lastNs == Long.MIN_VALUE ? 1 : 0;
        score.equal += layout.timeNs == score.lastNs ? 1 : 0;
        score.lastNs = layout.timeNs;
    }

    /** Returns the possible layouts in a fixed order. */
    private List<StampLayout> layouts(StampReport clocks) {
        List<StampLayout> all = new ArrayList<>();
        boolean ordered = order.isPresent();
        for (StampFormat format : StampFormat.values()) {
            boolean found = !TWINS.contains(format) && (!format.hasKeyFrames() || !keys.isEmpty());
            boolean isMeant = order.map(format::equals).orElse(found);
            int ports = format == StampFormat.VSS || format == StampFormat.APCON ? 3 : 1;
            int bits = format == StampFormat.ARISTA_7150 ? 31 : 32;
            for (int i = 0; isMeant && i < 2 * ports; i++) {
                TickClock clock = format.hasKeyFrames() ? new TickClock(bits, keys, ordered, clocks) : null;
                all.add(
                        format == StampFormat.ARISTA_7280
                                ? new Arista7280Layout(ordered)
                                : new StampLayout(format, i < ports ? 0 : 4, i % ports, ordered, clock));
            }
        }
        return all;
    }

    private String noneReason(List<Score> impossible) {
        String none = String.format(Locale.ROOT, "kernel: no switch stamps in the first %,d frames", held.size());
        String like = counterLike > looked / 2 && keys.isEmpty() ? "an arista-7150, but have no key frame" : "";
        if (!impossible.isEmpty()) {
            like = impossible.get(0).layout.format.text() + ", but the times there do not advance like a clock";
        }
        return like.isEmpty() ? none : none + "; they end like frames of " + like;
    }

    private String reason(Score score) {
        StampLayout layout = score.layout;
        List<String> evidence = new ArrayList<>();
        add(evidence, score.kept, "with their own FCS right before it");
        add(evidence, score.exact, "by headers and CRC");
        add(evidence, score.near, "within an hour of the capture's clock");
        add(evidence, score.rising, "rising");
        if (layout.format.hasKeyFrames()) {
            evidence.add(keys.size() + " key frames");
        }
        String counts =
                String.format(Locale.ROOT, " in %,d of the first %,d frames that can have one (", score.agreed, looked);
        String format = layout.format.text() + (order.isPresent() ? " as requested" : "");
        return format + ": a stamp " + layout.place() + counts + String.join(", ", evidence) + ")";
    }

    private static void add(List<String> evidence, int count, String what) {
        if (count > 0) {
            evidence.add(String.format(Locale.ROOT, "%,d %s", count, what));
        }
    }
}
