package org.ticktoquote.analysis.gate.runs;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.GateRun;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.LevelState;

/**
 * A run as a gate takes it.
 *
 * @param name for people
 * @param id unique: the identity of the run; where nothing was measured its time and name
 * @param startedAt ISO-8601 UTC; where nothing was measured that of the attempt or the matrix before it
 * @param standing whether it counts
 * @param why it does not count; empty where it does
 * @param application what was measured, for people
 * @param release what was measured, as one word: the same word, the same command and files
 * @param conditions by name; none where nothing was measured
 * @param statistics null where nothing was measured
 * @param directory that it was read from; null where there is none
 * @param serviceLevels that it was held to, by their texts, and what became of them
 * @param partner identity of the run that was made at the same time, of a duet; empty for a solo run
 * @param window times of the replayed window, for people; empty where they are not known
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
        String window) {
    /** Whether a run counts. */
    public enum Standing {
        /** It does, also where the application FAILED. */
        COUNTS,
        /** Harness, host or input disturbed it. */
        VOID,
        /** It did not come to its end, or is none to be compared. */
        LEFT_OUT
    }

    public GatedRun {
        conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
        serviceLevels = Collections.unmodifiableMap(new TreeMap<>(serviceLevels));
    }

    /** Of a run that is held to no service level. */
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
                "");
    }

    /** Of an application that failed before anything was measured. */
    public static GatedRun unmeasured(String name, String startedAt, Standing standing, String why) {
        return new GatedRun(name, startedAt + " " + name, startedAt, standing, why, "", "", Map.of(), null, null, "");
    }

    /** The same under another name. */
    public GatedRun named(String other) {
        return new GatedRun(
                other,
                id,
                startedAt,
                standing,
                why,
                application,
                release,
                conditions,
                statistics,
                directory,
                serviceLevels,
                partner,
                window);
    }

    /** The same with another standing. */
    public GatedRun standing(Standing other, String reason) {
        return new GatedRun(
                name,
                id,
                startedAt,
                other,
                reason,
                application,
                release,
                conditions,
                statistics,
                directory,
                serviceLevels,
                partner,
                window);
    }

    /** Under the attribution that answers latest. */
    public GateRun latest(long thresholdNs) {
        return attributed(statistics == null ? null : statistics.latest(), thresholdNs);
    }

    /** Under the one that answers soonest; the same where there is only one. */
    public GateRun soonest(long thresholdNs) {
        return attributed(
                statistics == null
                        ? null
                        : Optional.ofNullable(statistics.soonest()).orElse(statistics.latest()),
                thresholdNs);
    }

    private GateRun attributed(@Nullable Attributed figures, long thresholdNs) {
        return (figures == null ? GateRun.unmeasured(name) : GateRun.of(name, figures.lastClient(), thresholdNs))
                .ofRelease(release)
                .held(serviceLevels);
    }

    /** Whether two attributions are possible. */
    public boolean hasTwoBounds() {
        return statistics != null && statistics.soonest() != null;
    }

    /** Whether it counts. */
    public boolean counts() {
        return standing == Standing.COUNTS;
    }

    /** Whether it was made beside another one. */
    public boolean duet() {
        return !partner.isEmpty();
    }

    /** What people read in place of a condition. */
    public Map<String, String> shown() {
        return window.isEmpty() ? Map.of() : Map.of(RunConditions.WINDOW, window);
    }

    /** Whether there are figures. */
    public boolean measured() {
        return statistics != null;
    }
}
