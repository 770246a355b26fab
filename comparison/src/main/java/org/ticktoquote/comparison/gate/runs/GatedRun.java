package org.ticktoquote.comparison.gate.runs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.ReplayWindow;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.HostPulse;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

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

    private static final JsonMapper JSON = new JsonMapper();
    private static final int DIGITS = 12;

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

    /**
     * Reads a run; rejects a run that is damaged or mixes files of different runs.
     *
     * @param name name for users
     * @throws ProblemException naming the file and how to recreate it
     */
    public static GatedRun read(String name, Path path) {
        RunDirectory directory = new RunDirectory(path);
        RunManifest manifest = RunManifest.read(directory.manifest());
        if (!manifest.about().state().equals(RunManifest.COMPLETE)
                && !manifest.about().state().equals(RunManifest.FAILED)) {
            String why = manifest.about().state().equals(RunManifest.PLANNED) ? "it did not finish" : "interrupted";
            return new GatedRun(
                    name,
                    manifest.about().identity().toString(),
                    manifest.about().startedAt(),
                    Standing.LEFT_OUT,
                    why,
                    "",
                    "",
                    RunConditions.of(manifest),
                    null,
                    path,
                    partner(manifest));
        }
        JsonNode summary = summary(directory, manifest);
        Verdict validity = validity(directory.summary(), summary);
        String why = switch (validity) {
            case VOID -> first(summary, validity, "text");
            case FAILED -> first(summary, validity, "rule");
            case VALID, DEGRADED -> "";
        };
        String command = NormalizedCommand.application(manifest);
        String files = manifest.observed().host().getOrDefault("applicationSha256", "");
        return new GatedRun(
                name,
                manifest.about().identity().toString(),
                manifest.about().startedAt(),
                validity == Verdict.VOID ? Standing.VOID : Standing.COUNTS,
                why,
                command.isEmpty() ? "attached" : command,
                files.isEmpty() ? UNKNOWN_RELEASE : Sha256.ofText(command + " " + files, DIGITS),
                RunConditions.of(manifest),
                statistics(directory, manifest),
                path,
                serviceLevels(directory.summary(), summary),
                partner(manifest),
                idleCpu(summary),
                pulse(manifest),
                ReplayWindow.of(manifest.replay()).text());
    }

    private static Map<String, LevelState> serviceLevels(Path file, JsonNode summary) {
        Map<String, LevelState> levels = new LinkedHashMap<>();
        for (JsonNode level : summary.path("serviceLevels")) {
            String stated = level.path("state").asText();
            LevelState state = Stream.of(LevelState.values())
                    .filter(one -> one.word().equals(stated))
                    .findFirst()
                    .orElseThrow(() -> Problem.of(file)
                            .fault("is not a run summary: a service level is '" + stated + "'")
                            .exception(ExitStatus.BAD_INPUT));
            levels.put(level.path("level").asText(), state);
        }
        return levels;
    }

    private static @Nullable Double idleCpu(JsonNode summary) {
        for (JsonNode limit : summary.path("limits")) {
            if (limit.path("rule").asText().equals(Rule.BUSY_WHILE_IDLE)) {
                return limit.path("value").asDouble();
            }
        }
        return null;
    }

    private static @Nullable Double pulse(RunManifest manifest) {
        OptionalDouble log = HostPulse.log(manifest.observed().host());
        return log.isPresent() ? (Double) log.getAsDouble() : null;
    }

    private static String partner(RunManifest manifest) {
        return manifest.observed().host().getOrDefault(RunManifest.DUET_PARTNER_FACT, "");
    }

    private static RunStatistics statistics(RunDirectory directory, RunManifest manifest) {
        if (!Files.exists(directory.statistics())) {
            throw Problem.of(directory.statistics())
                    .fault("is missing; create it with t2q analyze " + directory.path())
                    .exception(ExitStatus.BAD_INPUT);
        }
        return RunStatistics.read(directory.statistics(), manifest.about().identity());
    }

    private static JsonNode summary(RunDirectory directory, RunManifest manifest) {
        Path file = directory.summary();
        try {
            if (!Files.exists(file)) {
                throw Problem.of(file)
                        .fault("is missing; create it with t2q analyze " + directory.path())
                        .exception(ExitStatus.BAD_INPUT);
            }
            JsonNode summary = JSON.readTree(RegularFile.require(file).toFile());
            Summary.requireSealed(file);
            if (!summary.path("identity")
                    .asText()
                    .equals(manifest.about().identity().toString())) {
                throw Problem.of(file)
                        .fault("is of a different run than run.json; recreate it with t2q analyze " + directory.path())
                        .exception(ExitStatus.BAD_INPUT);
            }
            return summary;
        } catch (JsonProcessingException e) {
            throw JsonFile.malformed(file, e, null);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    private static Verdict validity(Path file, JsonNode summary) {
        String stated = summary.path("validity").asText();
        return Stream.of(Verdict.values())
                .filter(verdict -> verdict.name().equals(stated))
                .findFirst()
                .orElseThrow(() -> Problem.of(file)
                        .fault("is not a run summary: its validity is '" + stated + "'")
                        .exception(ExitStatus.BAD_INPUT));
    }

    /** Returns a member of the first reason with the verdict. */
    private static String first(JsonNode summary, Verdict verdict, String member) {
        for (JsonNode reason : summary.path("reasons")) {
            if (reason.path("verdict").asText().equals(verdict.name())) {
                return reason.path(member).asText();
            }
        }
        return "";
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
