package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;

/**
 * Attributes the time of a late tick beyond the usual response to causes, each nanosecond once, in a fixed order.
 *
 * <ol>
 *   <li>harness: from the intended to the offered time, which is exact and precedes any work of the application;
 *   <li>causes with exact times between send and answer; of overlapping ones, the most specific first;
 *   <li>stops before the send that left a backlog ({@link BacklogQueue});
 *   <li>the burst that the tick belongs to, computed from the times of all ticks;
 *   <li>causes with a known amount per period, as an upper bound: the most specific first, memory waits from a JVM's log
 *       last. Among these, the machine follows run queue and steal, which are more specific. It gets only the part of
 *       the control JVM's lateness that exceeds both;
 *   <li>the rest is unexplained.
 * </ol>
 *
 * <p>Does not allocate per tick. Not thread-safe.
 */
final class TickCauses {
    private static final Cause[] ALL = Cause.values();
    /** The JVM's log comes last, because it reports only the longest memory waits of a period. */
    private static final Cause[] BY_PERIOD = Stream.concat(
                    Stream.of(ALL).filter(cause -> cause != Cause.JVM_STOP), Stream.of(Cause.JVM_STOP))
            .toArray(Cause[]::new);

    private static final CauseAmounts[] NONE = {};

    private final CauseTimeline timeline;
    private final BlockingWaits waits;
    private final Map<Cause, CauseAmounts[]> amounts = new EnumMap<>(Cause.class);
    private final long usualNs;
    private final CauseTimes placed = new CauseTimes();
    private final CauseTimes backlog = new CauseTimes();
    private final CauseTimes taken = new CauseTimes();
    private final ObjLongConsumer<Cause> placing = placed::add;
    private final ObjLongConsumer<Cause> owing = backlog::add;
    private long leftNs;

    /**
     * @param waits blocking intervals of threads, and all other evidence
     * @param usualNs usual response of a tick
     */
    TickCauses(BlockingWaits waits, long usualNs) {
        List<CauseEvidence> evidence = waits.evidence();
        this.waits = waits;
        this.timeline = CauseTimeline.of(evidence, cause -> cause != Cause.BLOCKED);
        this.usualNs = usualNs;
        for (Cause cause : ALL) {
            amounts.put(
                    cause,
                    evidence.stream()
                            .filter(source -> source.cause() == cause)
                            .flatMap(source -> CauseAmounts.of(source).stream())
                            .toArray(CauseAmounts[]::new));
        }
    }

    /**
     * Attributes a tick. The queue must have been advanced to it.
     *
     * @param sentNs offered time: send time without the time for which the application held the tick
     */
    void attribute(int pair, long intendedNs, long sentNs, long answeredNs, BacklogQueue queue) {
        taken.clear();
        placed.clear();
        leftNs = Math.max(0, answeredNs - intendedNs - usualNs);
        charge(Cause.HARNESS, Math.max(0, sentNs - intendedNs));
        timeline.overlaps(sentNs, answeredNs, placing);
        waits.attribute(pair, sentNs, answeredNs, timeline, placed);
        for (Cause cause : ALL) {
            charge(cause, cause == Cause.MACHINE ? 0 : placed.ns(cause));
        }
        takeBacklog(queue);
        long machineNs = placed.ns(Cause.MACHINE) + backlog.ns(Cause.MACHINE);
        charge(Cause.BURST, queue.burstNs());
        for (Cause cause : BY_PERIOD) {
            charge(cause, cause == Cause.MACHINE ? machine(machineNs) : amount(cause, sentNs, answeredNs));
        }
    }

    private long amount(Cause cause, long sentNs, long answeredNs) {
        long most = 0;
        for (CauseAmounts source : amounts.getOrDefault(cause, NONE)) {
            most = Math.max(most, source.mostNs(sentNs, answeredNs));
        }
        return most;
    }

    /** Returns the machine's time without the threads' own waits for a CPU, which count as run queue or steal. */
    private long machine(long lateNs) {
        return Math.max(0, lateNs - taken.ns(Cause.RUN_QUEUE) - taken.ns(Cause.STEAL));
    }

    /** Attributes the backlog, except for the machine's part, which follows later. */
    private void takeBacklog(BacklogQueue queue) {
        backlog.clear();
        queue.backlog(leftNs, owing);
        for (Cause cause : ALL) {
            charge(cause, cause == Cause.MACHINE ? 0 : backlog.ns(cause));
        }
    }

    /** Charges no negative time, which results if the clocks of two hosts place the answer before the send. */
    private void charge(Cause cause, long ns) {
        long given = Math.min(leftNs, Math.max(0, ns));
        taken.add(cause, given);
        leftNs -= given;
    }

    /** Returns the time attributed to a cause. */
    long ns(Cause cause) {
        return taken.ns(cause);
    }

    long unexplainedNs() {
        return leftNs;
    }

    /** Returns the time beyond the usual response. */
    long longerNs() {
        return taken.totalNs() + leftNs;
    }

    /**
     * Amounts of time per period for one thread, CPU or session, at unknown times within the period. Immutable.
     *
     * <p>The bound for an interval over several periods is the sum of their minima, plus the largest difference between maximum
     * and minimum of one period. The sum of all maxima would overstate the cause. Periods can overlap, such as those of data
     * that stays unread or unacknowledged, so the bound is at most the time that they cover together.
     */
    static final class CauseAmounts {
        /** Ordered by end. */
        private final List<EvidenceInterval> periods;

        private final long[] endsNs;
        private final long longestNs;
        /** Whether the possible amounts of all periods are added up. */
        private final boolean summed;

        private CauseAmounts(List<EvidenceInterval> periods, boolean summed) {
            this.periods = periods;
            this.summed = summed;
            this.endsNs = periods.stream().mapToLong(EvidenceInterval::toNs).toArray();
            this.longestNs =
                    periods.stream().mapToLong(EvidenceInterval::lengthNs).max().orElse(0);
        }

        /**
         * Groups a source by thread, CPU or session. Stops in a JVM's log form one group, because they concern all its threads.
         */
        static Collection<CauseAmounts> of(CauseEvidence source) {
            boolean summed = source.cause() == Cause.JVM_STOP;
            return source.intervals().stream()
                    .collect(Collectors.groupingBy(
                            interval -> summed ? "" : interval.who(),
                            Collectors.collectingAndThen(Collectors.toList(), intervals -> of(intervals, summed))))
                    .values();
        }

        private static CauseAmounts of(List<EvidenceInterval> intervals, boolean summed) {
            TreeMap<Long, EvidenceInterval> most = new TreeMap<>();
            intervals.stream()
                    .filter(interval -> !interval.isWhole())
                    .forEach(interval -> most.merge(
                            interval.toNs(), interval, (one, other) -> other.mostNs() > one.mostNs() ? other : one));
            return new CauseAmounts(new ArrayList<>(most.values()), summed);
        }

        /** Returns an upper bound of the cause's time within an interval. */
        long mostNs(long fromNs, long toNs) {
            long certain = 0;
            long further = 0;
            long coveredNs = 0;
            long coveredFromNs = toNs;
            int first = CauseTimeline.firstAfter(endsNs, fromNs, 0);
            int end = first;
            while (end < endsNs.length && endsNs[end] - longestNs < toNs) {
                end++;
            }
            for (int i = end - 1; i >= first; i--) {
                EvidenceInterval period = periods.get(i);
                long most = period.mostWithinNs(fromNs, toNs);
                long least = summed ? most : period.leastWithinNs(fromNs, toNs);
                certain += least;
                further = Math.max(further, most - least);
                // later ends come first, so all from the earliest start so far to this end is covered
                long beginNs = Math.max(fromNs, period.fromNs());
                coveredNs += Math.max(0, Math.min(coveredFromNs, period.toNs()) - beginNs);
                coveredFromNs = Math.min(coveredFromNs, beginNs);
            }
            return Math.min(certain + further, coveredNs);
        }
    }
}
