package org.ticktoquote.analysis.outliers;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;

/**
 * Gives the time of a late tick to causes: what it took longer than usual, by a fixed order, each nanosecond once.
 *
 * <ol>
 *   <li>the harness: from its intended time to its sending, which is exact and before the application could do anything;
 *   <li>causes that are placed to the moment, as far as they lie between its sending and its answer, the most specific one
 *       first where they meet;
 *   <li>the stops before its sending that had left a backlog in front of it ({@link BacklogQueue});
 *   <li>the burst that it came in, which is known from the times of all ticks;
 *   <li>causes of which only the time in a period is known, at most so much, the most specific one first, and last the waits for
 *       memory that a JVM's log tells of;
 *   <li>the machine, among these behind run queue and steal, which say more of the same time: of what the control JVM was late,
 *       as far as it is more than these two have;
 *   <li>what is left is unexplained.
 * </ol>
 *
 * <p>Nothing is allocated for a tick. Not thread-safe.
 */
final class TickCauses {
    private static final Cause[] ALL = Cause.values();
    /** Of looks first: what a JVM's log tells of a period, of the waits for memory in it, is of the longest ones. */
    private static final Cause[] BY_PERIOD = Stream.concat(
                    Stream.of(ALL).filter(cause -> cause != Cause.JVM_STOP), Stream.of(Cause.JVM_STOP))
            .toArray(Cause[]::new);

    private static final CauseAmounts[] NONE = {};

    private final CauseTimeline timeline;
    private final HeldWaits waits;
    private final Map<Cause, CauseAmounts[]> amounts = new EnumMap<>(Cause.class);
    private final long usualNs;
    private final CauseTimes placed = new CauseTimes();
    private final CauseTimes backlog = new CauseTimes();
    private final CauseTimes taken = new CauseTimes();
    private final CauseTimeline.Visitor placing = placed::add;
    private final CauseTimeline.Visitor owing = backlog::add;
    private long leftNs;

    /**
     * Of the causes of a run.
     *
     * @param waits of threads, and all other evidence
     * @param usualNs what a tick takes without any of it
     */
    TickCauses(HeldWaits waits, long usualNs) {
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

    /** Looks at a tick; the queue stands at it. */
    void look(int pair, long intendedNs, long sentNs, long answeredNs, BacklogQueue queue) {
        taken.clear();
        placed.clear();
        leftNs = Math.max(0, answeredNs - intendedNs - usualNs);
        take(Cause.HARNESS, Math.max(0, sentNs - intendedNs));
        timeline.overlaps(sentNs, answeredNs, placing);
        waits.take(pair, sentNs, answeredNs, timeline, placed);
        for (Cause cause : ALL) {
            take(cause, cause == Cause.MACHINE ? 0 : placed.ns(cause));
        }
        takeBacklog(queue);
        long machineNs = placed.ns(Cause.MACHINE) + backlog.ns(Cause.MACHINE);
        take(Cause.BURST, queue.burstNs());
        for (Cause cause : BY_PERIOD) {
            take(cause, cause == Cause.MACHINE ? machine(machineNs) : amount(cause, sentNs, answeredNs));
        }
    }

    private long amount(Cause cause, long sentNs, long answeredNs) {
        long most = 0;
        for (CauseAmounts source : amounts.getOrDefault(cause, NONE)) {
            most = Math.max(most, source.mostNs(sentNs, answeredNs));
        }
        return most;
    }

    /** What it is late, the application's threads waited for a CPU too: they say so of themselves, where that is counted. */
    private long machine(long lateNs) {
        return Math.max(0, lateNs - taken.ns(Cause.RUN_QUEUE) - taken.ns(Cause.STEAL));
    }

    /** What of it is the machine's is not taken yet. */
    private void takeBacklog(BacklogQueue queue) {
        backlog.clear();
        queue.backlog(leftNs, owing);
        for (Cause cause : ALL) {
            take(cause, cause == Cause.MACHINE ? 0 : backlog.ns(cause));
        }
    }

    /** Nothing, where clocks of two hosts let an answer come before the tick was sent. */
    private void take(Cause cause, long ns) {
        long given = Math.min(leftNs, Math.max(0, ns));
        taken.add(cause, given);
        leftNs -= given;
    }

    /** What a cause has of it. */
    long ns(Cause cause) {
        return taken.ns(cause);
    }

    long unexplainedNs() {
        return leftNs;
    }

    /** What it took longer than usual. */
    long longerNs() {
        return taken.totalNs() + leftNs;
    }
}
