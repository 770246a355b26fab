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
 * Amounts of time per period for one thread, CPU or session, at unknown times within the period. Immutable.
 *
 * <p>The bound for an interval over several periods is the sum of their minima, plus the largest difference between maximum
 * and minimum of one period. The sum of all maxima would overstate the cause.
 */
final class CauseAmounts {
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
        for (int i = CauseTimeline.firstAfter(endsNs, fromNs, 0);
                i < periods.size() && endsNs[i] - longestNs < toNs;
                i++) {
            EvidenceInterval period = periods.get(i);
            long most = period.mostWithinNs(fromNs, toNs);
            long least = summed ? most : period.leastWithinNs(fromNs, toNs);
            certain += least;
            further = Math.max(further, most - least);
        }
        return Math.min(certain + further, toNs - fromNs);
    }
}
