package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;

/**
 * Times of one thread, CPU or session, of which is known how much of a period each took and not where in the period. Immutable.
 *
 * <p>Of a stretch over several periods the most that one of them can have in it counts, and of the others what they cannot
 * have had outside of it. To add up the most of each would give a cause what it need not have had.
 */
final class CauseAmounts {
    /** By their ends. */
    private final List<EvidenceInterval> periods;

    private final long longestNs;
    /** Whether what each period can have is added up. */
    private final boolean summed;

    private CauseAmounts(List<EvidenceInterval> periods, boolean summed) {
        this.periods = periods;
        this.summed = summed;
        this.longestNs =
                periods.stream().mapToLong(EvidenceInterval::lengthNs).max().orElse(0);
    }

    /** Of one source: of each thread, CPU or session; what a JVM's log tells of a collection is of all its threads. */
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

    /** The most of a stretch of time that can be the cause's. */
    long mostNs(long fromNs, long toNs) {
        long certain = 0;
        long further = 0;
        for (int i = firstEndingAfter(fromNs);
                i < periods.size() && periods.get(i).toNs() - longestNs < toNs;
                i++) {
            EvidenceInterval period = periods.get(i);
            long most = period.mostWithinNs(fromNs, toNs);
            long least = summed ? most : period.leastWithinNs(fromNs, toNs);
            certain += least;
            further = Math.max(further, most - least);
        }
        return Math.min(certain + further, toNs - fromNs);
    }

    private int firstEndingAfter(long ns) {
        int low = 0;
        int high = periods.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (periods.get(middle).toNs() <= ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
