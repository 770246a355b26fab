package org.ticktoquote.analysis.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Figures of one run for a comparison, read from its directory.
 *
 * @param validity verdict in its summary
 * @param outcomes counts of the latest attribution
 * @param soonest outcomes under the soonest attribution; null if there is only one
 * @param outcomesAtMost names of outcomes whose counts are upper bounds
 * @param serviceLevels results of the requested service levels
 * @param latencies figures under their names in {@code summary.json}
 * @param curves percentile curve of every latency
 * @param statistics one value per tick
 * @param manifest the run's manifest
 */
public record RunFigures(
        Verdict validity,
        TickOutcomes outcomes,
        @Nullable TickOutcomes soonest,
        List<String> outcomesAtMost,
        List<LevelOutcome> serviceLevels,
        Map<String, LatencyFigures> latencies,
        CurvesFile curves,
        RunStatistics statistics,
        RunManifest manifest) {
    private static final long MAX_VALUE = 1L << 48;
    private static final String SERVICE_LEVELS = "serviceLevels";
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    /** Reads the run; null if it has no summary. Rejects unreadable files. */
    public static @Nullable RunFigures read(RunDirectory directory) {
        Path file = directory.summary();
        if (!Files.exists(file)) {
            return null;
        }
        RunManifest manifest = RunManifest.read(directory.manifest());
        requireOwnTicks(directory, manifest.identity());
        try {
            JsonNode summary = JSON.readTree(RegularFile.require(file).toFile());
            requireIdentity(file, summary.path("identity"), manifest.identity());
            @Nullable JsonNode soonest = summary.get("tickOutcomesSoonest");
            CurvesFile curves = CurvesFile.read(written(directory.curves()), manifest.identity());
            RunFigures figures = new RunFigures(
                    member(summary, "validity", Verdict.class),
                    member(summary, "tickOutcomes", TickOutcomes.class),
                    soonest == null ? null : member(summary, "tickOutcomesSoonest", TickOutcomes.class),
                    atMost(summary),
                    serviceLevels(summary),
                    latencies(summary, manifest),
                    curves,
                    RunStatistics.read(written(directory.statistics()), manifest.identity()),
                    manifest);
            Summary.requireSealed(file);
            return figures;
        } catch (JsonProcessingException e) {
            throw JsonFile.malformed(file, e, null);
        } catch (IllegalArgumentException e) {
            String words = String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}+", " ");
            throw Problem.of(file).fault("not a summary of a run: " + words).exception(ExitStatus.BAD_INPUT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Requires a file that every analysed run has, because bounds and curves would otherwise be missing silently. */
    private static Path written(Path file) {
        if (!Files.exists(file)) {
            throw Problem.of(file)
                    .fault("is missing; recreate it with t2q analyze " + file.getParent())
                    .exception(ExitStatus.BAD_INPUT);
        }
        return file;
    }

    private static void requireIdentity(Path file, JsonNode found, UUID run) {
        if (!found.asText().equals(run.toString())) {
            throw Problem.of(file)
                    .fault("belongs to run " + (found.isMissingNode() ? "unknown" : found))
                    .expected("run " + run + "; recreate it with t2q analyze " + file.getParent())
                    .exception(ExitStatus.BAD_INPUT);
        }
    }

    /** Rejects tick results of another run, because the report's timeline uses them. */
    private static void requireOwnTicks(RunDirectory directory, UUID run) {
        if (Files.exists(directory.tickResults())) {
            TickResults.open(directory.tickResults(), run).close();
        }
    }

    /** Converts a member of the summary. Rejects null here instead of failing at its first use. */
    private static <T> T member(JsonNode summary, String name, Class<T> type) {
        JsonNode node = summary.required(name);
        try {
            @Nullable T value = JSON.treeToValue(node, type);
            if (value == null) {
                throw new IllegalArgumentException(name + " is null");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(name + ": " + JsonProblem.of(e, node), e);
        }
    }

    private static List<String> atMost(JsonNode summary) {
        List<String> names = new ArrayList<>();
        summary.path("tickOutcomesAtMost").forEach(name -> names.add(name.asText()));
        return List.copyOf(names);
    }

    /** Returns an empty list for a run without service levels. */
    private static List<LevelOutcome> serviceLevels(JsonNode summary) {
        if (!summary.has(SERVICE_LEVELS)) {
            return List.of();
        }
        LevelOutcome[] levels = member(summary, SERVICE_LEVELS, LevelOutcome[].class);
        for (@Nullable LevelOutcome level : levels) {
            if (level == null || level.level() == null || level.state() == null || level.why() == null) {
                throw new IllegalArgumentException(SERVICE_LEVELS + ": level, state and why must be there");
            }
        }
        return List.of(levels);
    }

    /** Rejects missing or invalid figures here instead of failing in a later comparison. */
    private static LatencyFigures sound(String name, LatencyFigures figures) {
        LatencyFigures.@Nullable Extremes soonest = figures.soonest();
        count(name + ".measured", figures.measured());
        count(name + ".censored", figures.censored());
        count(name + ".soonest.measured", soonest == null ? 0 : soonest.measured());
        count(name + ".soonest.censored", soonest == null ? 0 : soonest.censored());
        figures.percentiles().forEach((percentile, figure) -> {
            if (figure == null) {
                throw new IllegalArgumentException(name + "." + percentile + " is missing");
            }
            count(name + "." + percentile + ".independent", figure.independent());
        });
        return figures;
    }

    private static void count(String member, long value) {
        if (value < 0 || value > MAX_VALUE) {
            throw new IllegalArgumentException(member + " is " + value + ", expected 0.." + MAX_VALUE);
        }
    }

    /** A run from a capture lacks latencies that need a schedule. */
    private static Map<String, LatencyFigures> latencies(JsonNode summary, RunManifest manifest) {
        Map<String, LatencyFigures> latencies = new LinkedHashMap<>();
        for (String name : Latency.COMPARED_FIELDS) {
            if (!manifest.scheduled() && summary.required(name).isNull()) {
                continue;
            }
            latencies.put(name, sound(name, member(summary, name, LatencyFigures.class)));
        }
        return latencies;
    }
}
