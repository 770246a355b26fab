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
import org.ticktoquote.core.command.Counted;

/**
 * Which waits of the application's threads held up quotes. Nobody says which threads quotes need; the ticks do: whatever was
 * sent while a thread waited and was answered at its last client before the wait was over, did not need that thread.
 *
 * <p>A wait counts for all pairs where no tick contradicts it so. Else it counts for those pairs of which a tick was sent in it
 * and none contradicts it. None of a thread's waits counts where more of them are contradicted for every pair than are not.
 * A tick that is answered before the end of a wait is never charged with it. Not thread-safe.
 */
final class HeldWaits {
    /** A recording's moments and the journals' are not exactly of one clock. */
    private static final long SLACK_NS = 20_000;

    private final List<Wait> waits;
    /** The latest end of a wait and of all before it. */
    private final long[] latestNs;

    private final List<CauseEvidence> evidence;

    /** One wait, and what the ticks say of it. */
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

    private HeldWaits(List<Wait> waits, List<CauseEvidence> evidence) {
        this.waits = waits;
        this.evidence = evidence;
        this.latestNs = new long[waits.size()];
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < waits.size(); i++) {
            latest = Math.max(latest, waits.get(i).interval.toNs());
            latestNs[i] = latest;
        }
    }

    /** Of a run: one pass over its ticks, where there are waits at all. */
    static HeldWaits of(TickResults ticks, List<CauseEvidence> evidence) {
        List<Wait> all = evidence.stream()
                .filter(source -> source.cause() == Cause.BLOCKED)
                .flatMap(source -> source.intervals().stream())
                .sorted(Comparator.comparingLong(EvidenceInterval::fromNs))
                .map(Wait::new)
                .toList();
        if (all.isEmpty()) {
            return new HeldWaits(all, evidence);
        }
        hear(ticks, all);
        Map<String, Long> balance = new HashMap<>();
        for (Wait wait : all) {
            balance.merge(wait.interval.who(), wait.contradicted() ? -1L : wait.held() ? 1 : 0, Long::sum);
        }
        List<Wait> held = all.stream()
                .filter(wait -> !wait.contradicted() && balance.getOrDefault(wait.interval.who(), 0L) >= 0)
                .toList();
        return new HeldWaits(
                held, evidence.stream().map(source -> without(source, held)).toList());
    }

    private static void hear(TickResults ticks, List<Wait> all) {
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
                        Counted.of(left, "further wait") + " of threads that the ticks of that time did not need");
    }

    /** What is evidence of anything, of all causes. */
    List<CauseEvidence> evidence() {
        return evidence;
    }

    /** The same, of waits only those that held up every pair. */
    List<CauseEvidence> ofAllPairs() {
        List<EvidenceInterval> all =
                waits.stream().filter(Wait::holdsAll).map(wait -> wait.interval).toList();
        return evidence.stream()
                .map(source -> source.cause() == Cause.BLOCKED ? source.with(all, "") : source)
                .toList();
    }

    /**
     * Adds, without allocation, what a tick of a pair waited for threads that waited, other than for what a more specific
     * cause has; from less specific ones it is taken.
     *
     * @param others where these are
     * @param placed what each has of the tick
     */
    void take(int pair, long sentNs, long answeredNs, CauseTimeline others, CauseTimes placed) {
        long reachedNs = sentNs;
        for (int i = firstEndingAfter(sentNs); i < waits.size(); i++) {
            Wait wait = waits.get(i);
            if (wait.interval.fromNs() >= answeredNs) {
                break;
            }
            long fromNs = Math.max(reachedNs, wait.interval.fromNs());
            long toNs = Math.min(answeredNs, wait.interval.toNs());
            boolean over = wait.interval.toNs() <= answeredNs + SLACK_NS;
            if (over && toNs > fromNs && wait.holds(pair)) {
                placed.add(Cause.BLOCKED, toNs - fromNs);
                giveUp(fromNs, toNs, others, placed);
                reachedNs = toNs;
            }
        }
    }

    private static void giveUp(long fromNs, long toNs, CauseTimeline others, CauseTimes placed) {
        for (int i = others.firstEndingAfter(fromNs); i < others.size() && others.fromNs(i) < toNs; i++) {
            placed.add(lessSpecific(others.cause(i)), -others.overlapNs(i, fromNs, toNs));
        }
    }

    private static Cause lessSpecific(Cause cause) {
        return cause.compareTo(Cause.BLOCKED) < 0 ? Cause.BLOCKED : cause;
    }

    /** The first wait from which on one may end after a moment. */
    private int firstEndingAfter(long ns) {
        int low = 0;
        int high = latestNs.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latestNs[middle] <= ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
