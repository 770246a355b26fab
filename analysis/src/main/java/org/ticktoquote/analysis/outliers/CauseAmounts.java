package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;

/**
 * Causes of which a period's time is known and not where in the period it lies: of several threads or CPUs that of the one
 * that had the most. Immutable.
 */
final class CauseAmounts {
    /** By their ends. */
    private final List<EvidenceInterval> periods;

    private final long longestNs;

    private CauseAmounts(List<EvidenceInterval> periods) {
        this.periods = periods;
        this.longestNs =
                periods.stream().mapToLong(EvidenceInterval::lengthNs).max().orElse(0);
    }

    /** Of one source: of each thread, where its intervals are of single ones. */
    static Collection<CauseAmounts> of(CauseEvidence source) {
        return source.isByThread()
                ? source.intervals().stream()
                        .collect(Collectors.groupingBy(
                                EvidenceInterval::who,
                                Collectors.collectingAndThen(Collectors.toList(), CauseAmounts::of)))
                        .values()
                : List.of(of(source.intervals()));
    }

    private static CauseAmounts of(List<EvidenceInterval> intervals) {
        TreeMap<Long, EvidenceInterval> most = new TreeMap<>();
        intervals.stream()
                .filter(interval -> !interval.isWhole())
                .forEach(interval -> most.merge(
                        interval.toNs(), interval, (one, other) -> other.mostNs() > one.mostNs() ? other : one));
        return new CauseAmounts(new ArrayList<>(most.values()));
    }

    /** The most of a stretch of time that can be the cause's. */
    long mostNs(long fromNs, long toNs) {
        long most = 0;
        for (int i = firstEndingAfter(fromNs);
                i < periods.size() && periods.get(i).toNs() - longestNs < toNs;
                i++) {
            most += periods.get(i).mostWithinNs(fromNs, toNs);
        }
        return Math.min(most, toNs - fromNs);
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
