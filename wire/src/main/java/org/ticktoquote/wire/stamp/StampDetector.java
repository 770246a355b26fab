package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.ticktoquote.wire.capture.Frame;

/**
 * Decides from the first frames of a capture which switch stamped them.
 *
 * <p>A frame agrees with a layout if its headers leave room for exactly that stamp, and the stamp's time is within an hour of
 * the capture's own, or the frame's own FCS before the stamp is right. Frames without a known datagram agree by the time alone.
 * A format is detected if a tenth of the frames agree, and their times rise (an EtherType needs no such proof). A format that
 * was ordered is not doubted: only the place of its stamp is looked for.
 *
 * <p>Looks at 1,000 frames. Where they may have tick counts, it goes on to the key frames that tell rate and UTC, for at most
 * 64 MiB and 30 s of the capture.
 */
final class StampDetector {
    static final int FRAMES = 1_000;
    static final long NEAR_NS = 3_600 * StampLayout.SECOND_NS;
    private static final int MAX_BYTES = 1 << 26;
    private static final int MAX_FRAMES = 1 << 19;
    private static final long MAX_WAIT_NS = 30 * StampLayout.SECOND_NS;
    private static final long REORDERED_NS = 1_000_000;
    private static final double DIRECTION_MATTERS = 1e-3;
    private static final int MAX_KEYS = 64;

    /**
     * The decision.
     *
     * @param layout nothing for the capture's own time
     * @param device of the key frames that count; negative: any
     * @param offsetNs the switch's clock minus the capture's, the median of the frames that agree
     */
    record Choice(Optional<StampLayout> layout, String reason, long looked, long agreed, int device, long offsetNs) {}

    /** Evidence for a layout. */
    private static final class Score {
        final Supplier<StampLayout> source;
        final StampLayout layout;
        final long[] offsets = new long[FRAMES];
        int agreed;
        int timed;
        int exact;
        int kept;
        int near;
        int rising;
        int equal;
        long lastNs = Long.MIN_VALUE;

        Score(Supplier<StampLayout> source) {
            this.source = source;
            this.layout = source.get();
        }

        boolean convinces(long looked) {
            boolean enough = agreed > 0 && agreed >= Math.max(looked / 10, Math.min(3, looked));
            if (layout.format == StampFormat.ARISTA_7280) {
                return enough;
            }
            return enough && rising >= agreed * 0.9 && (agreed < 4 || equal <= agreed / 2);
        }

        long medianOffsetNs() {
            long[] sorted = Arrays.copyOf(offsets, timed);
            Arrays.sort(sorted);
            return timed == 0 ? 0 : sorted[timed / 2];
        }
    }

    private final Optional<StampFormat> order;
    private final HeldFrames held = new HeldFrames();
    private final FrameShape shape = new FrameShape();
    private final KeyFrame key = new KeyFrame();
    private final List<TickClock.Key> keys = new ArrayList<>();
    private int device = -1;
    private long looked;
    private long counterLike;
    private long firstNs = Frame.NO_TIME;

    /** @param order the format that the user asks for; nothing: whichever the frames show */
    StampDetector(Optional<StampFormat> order) {
        this.order = order;
    }

    /** Keeps a copy of a frame; returns whether enough are kept to decide. */
    boolean add(Frame frame) {
        held.add(frame);
        shape.read(frame);
        firstNs = firstNs == Frame.NO_TIME ? frame.timeNs : firstNs;
        if (key.read(frame, shape)) {
            keep(frame);
        } else if (held.count() <= FRAMES && isCandidate(frame)) {
            looked++;
            int excess = shape.excess(frame);
            counterLike += excess == 8 || excess == 4 && !shape.endsInFcs(frame) ? 1 : 0;
        }
        return held.count() >= FRAMES && !isWaiting(frame);
    }

    private void keep(Frame frame) {
        device = device < 0 ? key.device : device;
        if (key.device == device && keys.size() < MAX_KEYS) {
            keys.add(new TickClock.Key(key.ticks, key.utcNs, frame.timeNs, key.announcedNs));
        }
    }

    private boolean isCandidate(Frame frame) {
        return shape.isEthernet() && !shape.isLldp() && frame.length >= frame.wireLength;
    }

    private boolean isWaiting(Frame frame) {
        boolean counters = order.map(StampFormat::hasKeyFrames).orElse(!keys.isEmpty() || counterLike > looked / 2);
        if (!counters || suffice() || held.count() >= MAX_FRAMES || held.bytes() >= MAX_BYTES) {
            return false;
        }
        if (frame.timeNs != Frame.NO_TIME && firstNs != Frame.NO_TIME && frame.timeNs - firstNs > MAX_WAIT_NS) {
            return false;
        }
        boolean once = held.count() == FRAMES && order.isEmpty() && keys.isEmpty();
        return !once || best().isEmpty();
    }

    private boolean suffice() {
        if (keys.size() != 1) {
            return keys.size() > 1;
        }
        double announcedNs = keys.get(0).announcedNs();
        return announcedNs != 0 && Math.abs(announcedNs / KeyFrame.NOMINAL_NS - 1) < DIRECTION_MATTERS;
    }

    HeldFrames held() {
        return held;
    }

    /** Decides by the frames kept so far. */
    Choice choose() {
        Optional<Score> best = best();
        if (best.isEmpty()) {
            return new Choice(Optional.empty(), noneReason(), looked, 0, device, 0);
        }
        Score score = best.get();
        return new Choice(
                Optional.of(score.source.get()), reason(score), looked, score.agreed, device, score.medianOffsetNs());
    }

    private Optional<Score> best() {
        List<Score> scores =
                candidates().stream().map(source -> new Score(source)).toList();
        looked = 0;
        held.replay(FRAMES, frame -> judge(frame, scores));
        return scores.stream()
                .filter(score -> order.isPresent() || score.convinces(looked))
                .max(Comparator.<Score>comparingInt(score -> score.agreed)
                        .thenComparingInt(score -> score.exact + score.kept)
                        .thenComparingInt(score -> score.near)
                        .thenComparingInt(score -> score.rising));
    }

    private void judge(Frame frame, List<Score> scores) {
        shape.read(frame);
        if (!isCandidate(frame)) {
            return;
        }
        if (key.read(frame, shape)) {
            scores.forEach(score -> follow(frame, score.layout));
            return;
        }
        looked++;
        for (Score score : scores) {
            StampLayout layout = score.layout;
            if (layout.read(frame, shape) && (order.isPresent() || layout.timeNs != Frame.NO_TIME)) {
                judge(frame, score);
            }
        }
    }

    private void follow(Frame frame, StampLayout layout) {
        if (layout instanceof TickLayout ticks && key.device == device) {
            ticks.clock.keyFrame(key, frame);
        }
    }

    private void judge(Frame frame, Score score) {
        StampLayout layout = score.layout;
        boolean kept = layout.keptFcsIsRight(frame, shape);
        boolean near = frame.timeNs == Frame.NO_TIME || Math.abs(layout.timeNs - frame.timeNs) <= NEAR_NS;
        boolean doubtful = order.isEmpty() && !layout.isDistinct() && !near && !kept;
        if (doubtful) {
            return;
        }
        score.agreed++;
        if (frame.timeNs != Frame.NO_TIME) {
            score.offsets[score.timed++] = layout.timeNs - frame.timeNs;
        }
        score.exact += layout.fit == FrameShape.Fit.EXACT ? 1 : 0;
        score.kept += kept ? 1 : 0;
        score.near += near ? 1 : 0;
        score.rising += layout.timeNs >= score.lastNs - REORDERED_NS || score.lastNs == Long.MIN_VALUE ? 1 : 0;
        score.equal += layout.timeNs == score.lastNs ? 1 : 0;
        score.lastNs = layout.timeNs;
    }

    private List<Supplier<StampLayout>> candidates() {
        List<Supplier<StampLayout>> all = new ArrayList<>();
        for (StampFormat format : StampFormat.values()) {
            boolean twin = format == StampFormat.CPACKET || format == StampFormat.APCON;
            if (order.isPresent() ? order.get() == format : !twin && (!format.hasKeyFrames() || !keys.isEmpty())) {
                layouts(format, all);
            }
        }
        return all;
    }

    private void layouts(StampFormat format, List<Supplier<StampLayout>> all) {
        for (int fcs = 0; fcs <= 4; fcs += 4) {
            int fcsLength = fcs;
            switch (format) {
                case ARISTA_7150 -> all.add(() -> ticks(format, fcsLength, 31));
                case ARISTA_7150_32 -> all.add(() -> ticks(format, fcsLength, 32));
                case METAWATCH, CPACKET, EXABLAZE -> all.add(() -> asOrdered(new TrailerLayout(format, fcsLength, 0)));
                case VSS, APCON -> {
                    for (int port = 0; port <= 2; port++) {
                        int portLength = port;
                        all.add(() -> asOrdered(new TrailerLayout(format, fcsLength, portLength)));
                    }
                }
                case ARISTA_7280 -> all.add(Arista7280Layout::new);
                case KERNEL -> {}
            }
        }
    }

    private StampLayout ticks(StampFormat format, int fcsLength, int bits) {
        TickClock clock = new TickClock(bits, order.isPresent());
        clock.prime(keys);
        return asOrdered(new TickLayout(format, fcsLength, clock));
    }

    private StampLayout asOrdered(StampLayout layout) {
        layout.ordered = order.isPresent();
        return layout;
    }

    private String noneReason() {
        String none = String.format(
                Locale.ROOT, "%s: no switch stamps in the first %,d frames", StampFormat.KERNEL.text(), held.count());
        return counterLike > looked / 2 && keys.isEmpty()
                ? none + "; they end as those of an arista-7150, but there is no key frame"
                : none;
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
        return String.format(
                Locale.ROOT,
                "%s%s: a stamp %s in %,d of the first %,d frames that can have one (%s)",
                layout.format.text(),
                order.isPresent() ? " as ordered" : "",
                layout.place(),
                score.agreed,
                looked,
                String.join(", ", evidence));
    }

    private static void add(List<String> evidence, int count, String what) {
        if (count > 0) {
            evidence.add(String.format(Locale.ROOT, "%,d %s", count, what));
        }
    }
}
