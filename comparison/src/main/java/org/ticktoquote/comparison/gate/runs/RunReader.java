package org.ticktoquote.comparison.gate.runs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.ReplayWindow;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.HostPulse;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Reads one run; rejects a run that is damaged or mixes files of different runs. */
public final class RunReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int DIGITS = 12;

    private RunReader() {}

    /**
     * Reads a run.
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
                files.isEmpty() ? GatedRun.UNKNOWN_RELEASE : Sha256.ofText(command + " " + files, DIGITS),
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
}
