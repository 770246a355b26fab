package org.ticktoquote.analysis.outliers;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Late ticks that belong together: no more than 3 good ones, or no more than 100 ms, lie between two of them.
 *
 * @param fromNs since the first intended tick: when the first of them was to leave
 * @param toNs when the last of them was answered
 * @param firstTick its id
 * @param lastTick its id
 * @param late how many are late, lost ones among them
 * @param lost how many a client never got
 * @param sessions that got at least one late, or never
 * @param pairs of the late ticks
 * @param worstNs response of the last client; 0 where all were lost
 * @param worstTick its id
 * @param cause key of the cause that has the most of it, {@code unexplained} or {@code lost}
 * @param beyondNs time of its ticks beyond the threshold, lost ones left out
 * @param nsByCause what each cause has of what its ticks took longer than usual, and what is unexplained
 * @param evidence what was found in its time, for people: the input before it, then intervals, the longest first
 * @param profile where threads were in its time, for people; empty where no flight recording was asked for
 * @param recordings files of its run that hold what the application's recordings have of its time
 */
public record OutlierEpisode(
        long fromNs,
        long toNs,
        long firstTick,
        long lastTick,
        long late,
        long lost,
        int sessions,
        int pairs,
        long worstNs,
        long worstTick,
        String cause,
        long beyondNs,
        Map<String, Long> nsByCause,
        List<String> evidence,
        List<String> profile,
        List<String> recordings) {
    private static final double PER_CENT = 100;

    public OutlierEpisode {
        evidence = List.copyOf(evidence);
        profile = List.copyOf(profile);
        recordings = List.copyOf(recordings);
    }

    /** {@code 80 % jvm-stop, at most 10 % run-queue, 10 % unexplained}: of what its ticks took longer than usual, the most first. */
    public String shares() {
        double all = nsByCause.values().stream().mapToLong(Long::longValue).sum();
        return all == 0
                ? cause
                : nsByCause.entrySet().stream()
                        .filter(entry -> Math.round(PER_CENT * entry.getValue() / all) > 0)
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(entry -> LateCause.bound(entry.getKey())
                                + String.format(
                                        Locale.ROOT, "%.0f %% %s", PER_CENT * entry.getValue() / all, entry.getKey()))
                        .collect(Collectors.joining(", "));
    }

    /** The longest interval that touches it, for people; {@code none} where none does. */
    public String longestEvidence() {
        return evidence.size() > 1 ? evidence.get(1) : "none";
    }

    OutlierEpisode with(List<String> found) {
        return with(found, profile, recordings);
    }

    private OutlierEpisode with(List<String> lines, List<String> places, List<String> files) {
        return new OutlierEpisode(
                fromNs, toNs, firstTick, lastTick, late, lost, sessions, pairs, worstNs, worstTick, cause, beyondNs,
                nsByCause, lines, places, files);
    }

    /** With further lines of evidence. */
    OutlierEpisode beside(List<String> found) {
        return with(Stream.concat(evidence.stream(), found.stream()).toList());
    }

    OutlierEpisode profiled(List<String> found) {
        return with(evidence, found, recordings);
    }

    OutlierEpisode recorded(List<String> files) {
        return with(evidence, profile, files);
    }
}
