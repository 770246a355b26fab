package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.CountText;

/**
 * Finds the waits of application threads that delayed quotes. No source reports which threads a quote needs, but ticks show it.
 * A tick sent during a thread's wait and answered at its last client before the wait ended did not need that thread.
 *
 * <p>A wait that no tick contradicts counts for all pairs. Otherwise it counts for pairs that have ticks sent during the wait,
 * none of which contradicts it. If a thread has more waits contradicted for every pair than confirmed ones, none of its waits
 * count. A tick answered before the end of a wait is never attributed to that wait. Not thread-safe.
 */
final class BlockingWaits {
    /** Tolerance between the clocks of recording and journals. */
    private static final long SLACK_NS = 20_000;

    private final List<Wait> waits;
    /** Latest end of each wait and all earlier ones. */
    private final long[] latestNs;

    private final List<CauseEvidence> evidence;

    /** Wait of a thread, with the pairs whose ticks confirm it and the pairs whose ticks contradict it. */
    private static final class Wait {
        private final EvidenceInterval interval;
        private final BitSet witnesses = new BitSet();
        private final BitSet contradicting = new BitSet();

        private Wait(EvidenceInterval interval) {
            this.interval = interval;
        }

        private void tick(int pair, long answeredNs) {
            if (answeredNs <= interval.toNs() - SLACK_NS) {
                contradicting.set(pair);
            } else {
                witnesses.set(pair);
            }
        }

        private boolean holdsAll() {
            return contradicting.isEmpty();
        }

        private boolean holds(int pair) {
            return holdsAll() || witnesses.get(pair) && !contradicting.get(pair);
        }

        private boolean contradicted() {
            BitSet left = (BitSet) witnesses.clone();
            left.andNot(contradicting);
            return !holdsAll() && left.isEmpty();
        }

        private boolean held() {
            return !contradicted() && !witnesses.isEmpty();
        }
    }

    private BlockingWaits(List<Wait> waits, List<CauseEvidence> evidence) {
        this.waits = waits;
        this.evidence = evidence;
        this.latestNs = new long[waits.size()];
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < waits.size(); i++) {
            latest = Math.max(latest, waits.get(i).interval.toNs());
            latestNs[i] = latest;
        }
    }

    /** Evaluates the waits of a run in one pass over its ticks, if there are any waits. */
    static BlockingWaits of(TickResults ticks, List<CauseEvidence> evidence) {
        List<Wait> all = evidence.stream()
                .filter(source -> source.cause() == Cause.BLOCKED)
                .flatMap(source -> source.intervals().stream())
                .sorted(Comparator.comparingLong(EvidenceInterval::fromNs))
                .map(Wait::new)
                .toList();
        if (all.isEmpty()) {
            return new BlockingWaits(all, evidence);
        }
        collect(ticks, all);
        Map<String, Long> balance = new HashMap<>();
        for (Wait wait : all) {
            balance.merge(wait.interval.who(), wait.contradicted() ? -1L : wait.held() ? 1 : 0, Long::sum);
        }
        List<Wait> held = all.stream()
                .filter(wait -> !wait.contradicted() && balance.getOrDefault(wait.interval.who(), 0L) >= 0)
                .toList();
        return new BlockingWaits(
                held, evidence.stream().map(source -> without(source, held)).toList());
    }

    private static void collect(TickResults ticks, List<Wait> all) {
        List<Wait> open = new ArrayList<>();
        int next = 0;
        TickBlock block = TickBlock.heads(ticks);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long last = block.lastClientNs(place);
                if (last == TickResults.NONE || last == TickResults.LOST) {
                    continue;
                }
                long offeredNs = block.offeredNs(place);
                while (next < all.size() && all.get(next).interval.fromNs() <= offeredNs) {
                    open.add(all.get(next++));
                }
                open.removeIf(wait -> wait.interval.toNs() <= offeredNs);
                for (Wait wait : open) {
                    wait.tick(block.instrumentId(place), block.intendedNs(place) + last);
                }
            }
        }
    }

    private static CauseEvidence without(CauseEvidence source, List<Wait> held) {
        if (source.cause() != Cause.BLOCKED) {
            return source;
        }
        List<EvidenceInterval> kept = held.stream().map(wait -> wait.interval).toList();
        int left = source.intervals().size() - kept.size();
        return left == 0
                ? source
                : source.with(
                        kept,
                        CountText.of(left, "further wait") + " of threads that the ticks of this time did not need");
    }

    /** Returns the evidence of all causes, with contradicted waits removed. */
    List<CauseEvidence> evidence() {
        return evidence;
    }

    /** Returns the evidence with only those waits that delayed every pair. */
    List<CauseEvidence> ofAllPairs() {
        List<EvidenceInterval> all =
                waits.stream().filter(Wait::holdsAll).map(wait -> wait.interval).toList();
        return evidence.stream()
                .map(source -> source.cause() == Cause.BLOCKED ? source.with(all, "") : source)
                .toList();
    }

    /**
     * Adds the time that a tick waited for blocked threads, except time of a more specific cause. Subtracts it from less
     * specific causes. Does not allocate.
     *
     * @param others timeline of the other causes
     * @param placed time of the tick by cause
     */
    void attribute(int pair, long sentNs, long answeredNs, CauseTimeline others, CauseTimes placed) {
        long reachedNs = sentNs;
        for (int i = CauseTimeline.firstAfter(latestNs, sentNs, 0); i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.interval.fromNs() >= answeredNs) {
                break;
            }
            long fromNs = Math.max(reachedNs, wait.interval.fromNs());
            long toNs = Math.min(answeredNs, wait.interval.toNs());
            boolean over = wait.interval.toNs() <= answeredNs + SLACK_NS;
            if (over && toNs > fromNs && wait.holds(pair)) {
                placed.add(Cause.BLOCKED, toNs - fromNs);
                subtractOverlap(fromNs, toNs, others, placed);
                reachedNs = toNs;
            }
        }
    }

    private static void subtractOverlap(long fromNs, long toNs, CauseTimeline others, CauseTimes placed) {
        for (int i = others.firstEndingAfter(fromNs); i < others.size() && others.fromNs(i) < toNs; i++) {
            placed.add(lessSpecific(others.cause(i)), -others.overlapNs(i, fromNs, toNs));
        }
    }

    private static Cause lessSpecific(Cause cause) {
        return cause.compareTo(Cause.BLOCKED) < 0 ? Cause.BLOCKED : cause;
    }
}
