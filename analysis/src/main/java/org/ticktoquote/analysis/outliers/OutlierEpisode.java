package org.ticktoquote.analysis.outliers;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;

/**
 * Episode of late ticks, separated by at most 3 on-time ticks or at most 100 ms.
 *
 * @param fromNs intended time of its first tick, since the first intended tick
 * @param toNs time of the last answer, since the first intended tick; for a lost tick its send time is used
 * @param firstTick id of its first tick
 * @param lastTick id of its last tick
 * @param late number of late ticks, including lost ones
 * @param lost ticks that a client never received
 * @param sessions number of sessions with at least one late or lost tick
 * @param pairs number of pairs with late ticks
 * @param worstNs worst response of the last client; 0 if all ticks were lost
 * @param worstTick id of that tick
 * @param cause key of the cause with the largest part, {@code unexplained} or {@code lost}
 * @param beyondNs time of its ticks beyond the threshold, without lost ones
 * @param nsByCause time beyond the usual response by cause, including unexplained time
 * @param evidence lines for users: the input before the worst tick, then intervals, the longest first, then host figures
 * @param profile stack samples for users; empty without a flight recording
 * @param recordings files of the run with the extracted recordings of the episode
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

    /** Returns the number of its ticks for users: {@code 9 ticks, 2 of them lost}, or {@code 1 lost tick}. */
    public String count() {
        if (lost == late) {
            return CountText.of(lost, "lost tick");
        }
        return CountText.of(late, "tick") + (lost == 0 ? "" : String.format(Locale.ROOT, ", %,d of them lost", lost));
    }

    /** Returns the worst response for users; {@code never answered} if all ticks were lost. */
    public String worst() {
        return worstNs == 0 ? "never answered" : DurationText.format(worstNs);
    }

    /**
     * Returns the parts of the time beyond the usual response, the largest first:
     * {@code 80 % jvm-stop, at most 10 % run-queue, 10 % unexplained}.
     */
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

    /**
     * Returns the line of the longest overlapping interval; {@code none} if there is none. Lines of intervals follow the
     * line of the input and begin with their cause.
     */
    public String longestEvidence() {
        return evidence.stream()
                .skip(1)
                .filter(OutlierEpisode::hasCause)
                .findFirst()
                .orElse("none");
    }

    private static boolean hasCause(String line) {
        return Arrays.stream(Cause.values()).anyMatch(one -> line.startsWith(one.key() + ", "));
    }

    OutlierEpisode with(List<String> found) {
        return with(found, profile, recordings);
    }

    private OutlierEpisode with(List<String> lines, List<String> places, List<String> files) {
        return new OutlierEpisode(
                fromNs, toNs, firstTick, lastTick, late, lost, sessions, pairs, worstNs, worstTick, cause, beyondNs,
                nsByCause, lines, places, files);
    }

    /** Returns a copy with host figures after its lines of evidence. */
    OutlierEpisode withHostFigures(List<String> found) {
        return with(Stream.concat(evidence.stream(), found.stream()).toList());
    }

    OutlierEpisode profiled(List<String> found) {
        return with(evidence, found, recordings);
    }

    OutlierEpisode recorded(List<String> files) {
        return with(evidence, profile, files);
    }
}
