package org.ticktoquote.comparison.gate.runs;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.comparison.gate.GateRun;

/**
 * Run given to a gate.
 *
 * @param name name for users
 * @param id unique id: identity of the run, or time and name if nothing was measured
 * @param startedAt ISO-8601 UTC; if nothing was measured, the start of the previous attempt or of the matrix
 * @param standing whether the run counts
 * @param why reason why the run does not count, or rule by which a measured run FAILED; otherwise empty
 * @param application command of the application, for users
 * @param release digest of the application's command and files; {@link #UNKNOWN_RELEASE} if no file is known
 * @param conditions values by name; empty if unknown
 * @param statistics null if nothing was measured
 * @param directory directory of the run; null if there is none
 * @param serviceLevels state of each service level, by its text
 * @param partner identity of the concurrent run of a duet; empty for a solo run
 * @param idleCpu share of a CPU that the application used in the turns of the other release; null without turns
 * @param pulse logarithm of the host's pulse before and after the run; null if unknown
 * @param window times of the replayed window, for users; empty if unknown
 */
public record GatedRun(
        String name,
        String id,
        String startedAt,
        Standing standing,
        String why,
        String application,
        String release,
        Map<String, String> conditions,
        @Nullable RunStatistics statistics,
        @Nullable Path directory,
        Map<String, LevelState> serviceLevels,
        String partner,
        @Nullable Double idleCpu,
        @Nullable Double pulse,
        String window) {
    /** Release of an application that was attached, or whose command names no file. It equals no other. */
    public static final String UNKNOWN_RELEASE = "";

    /** Reason for an unknown release, for messages. */
    public static final String WHY_UNKNOWN = "the application was attached, or its command names no file";

    /** Standing of a run in a gate. */
    public enum Standing {
        /** Counts, even if the application FAILED. */
        COUNTS,
        /** Disturbed by harness, host or input. */
        VOID,
        /** Not completed, or must not be compared. */
        LEFT_OUT
    }

    public GatedRun {
        conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
        serviceLevels = Collections.unmodifiableMap(new TreeMap<>(serviceLevels));
    }

    /** Creates a run without service levels. */
    public GatedRun(
            String name,
            String id,
            String startedAt,
            Standing standing,
            String why,
            String application,
            String release,
            Map<String, String> conditions,
            @Nullable RunStatistics statistics,
            @Nullable Path directory,
            String partner) {
        this(
                name,
                id,
                startedAt,
                standing,
                why,
                application,
                release,
                conditions,
                statistics,
                directory,
                Map.of(),
                partner,
                null,
                null,
                "");
    }

    /** Creates a run that measured nothing. */
    public static GatedRun unmeasured(String name, String startedAt, Standing standing, String why) {
        return new GatedRun(name, startedAt + " " + name, startedAt, standing, why, "", "", Map.of(), null, null, "");
    }

    /** Returns a copy with another name. */
    public GatedRun named(String other) {
        return with(other, standing, why);
    }

    /** Returns a copy with another standing. */
    public GatedRun standing(Standing other, String reason) {
        return with(name, other, reason);
    }

    private GatedRun with(String otherName, Standing otherStanding, String reason) {
        return new GatedRun(
                otherName,
                id,
                startedAt,
                otherStanding,
                reason,
                application,
                release,
                conditions,
                statistics,
                directory,
                serviceLevels,
                partner,
                idleCpu,
                pulse,
                window);
    }

    /** Returns the figures under the latest attribution. */
    public GateRun latest(long thresholdNs) {
        return figures(false, thresholdNs);
    }

    /** Returns the last client under the latest or the soonest attribution, or under the only one; null if unmeasured. */
    public @Nullable ClientStatistics lastClient(boolean soonest) {
        if (statistics == null) {
            return null;
        }
        Attributed other = soonest ? statistics.soonest() : null;
        return (other == null ? statistics.latest() : other).lastClient();
    }

    /** Returns the figures under the latest or the soonest attribution, or under the only one. */
    public GateRun figures(boolean soonest, long thresholdNs) {
        ClientStatistics last = lastClient(soonest);
        return (last == null ? GateRun.unmeasured(name) : GateRun.of(name, last, thresholdNs))
                .ofRelease(release)
                .withPulse(pulse)
                .withServiceLevels(serviceLevels)
                .withFailure(counts() ? why : "");
    }

    /** Returns whether there are two attributions. */
    public boolean hasTwoBounds() {
        return statistics != null && statistics.soonest() != null;
    }

    public boolean counts() {
        return standing == Standing.COUNTS;
    }

    /** Returns whether the run counts and the application FAILED, with or without a measurement. */
    public boolean failed() {
        return counts() && (!measured() || !why.isEmpty());
    }

    public boolean duet() {
        return !partner.isEmpty();
    }

    /** Returns whether the run took turns with its partner. */
    public boolean byTurns() {
        return RunConditions.BY_TURNS.equals(conditions.get(RunConditions.DUET));
    }

    /** Returns texts for users instead of condition values. */
    public Map<String, String> shown() {
        return window.isEmpty() ? Map.of() : Map.of(RunConditions.WINDOW, window);
    }

    /** Returns whether the release is known, so that other runs of the same release can be recognised. */
    public boolean hasKnownRelease() {
        return !release.equals(UNKNOWN_RELEASE);
    }

    /** Returns whether the run has statistics. */
    public boolean measured() {
        return statistics != null;
    }
}
