package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.files.CurvesFile;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * What a comparison needs of one run, from its directory.
 *
 * @param validity of its summary
 * @param outcomes under the attribution that answers latest
 * @param soonest under the one that answers soonest; null where there is only one
 * @param latencies by their names in {@code summary.json}
 * @param curves empty where the directory holds none
 * @param manifest of the run
 */
record RunFigures(
        Verdict validity,
        TickOutcomes outcomes,
        @Nullable TickOutcomes soonest,
        Map<String, LatencyFigures> latencies,
        CurvesFile curves,
        RunManifest manifest) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Reads the run; null when it has no summary. Refuses what is there but cannot be read. */
    static @Nullable RunFigures read(RunDirectory directory) {
        Path file = directory.summary();
        if (!Files.exists(file)) {
            return null;
        }
        try {
            JsonNode summary = JSON.readTree(file.toFile());
            @Nullable JsonNode soonest = summary.get("tickOutcomesSoonest");
            CurvesFile curves = Files.exists(directory.curves())
                    ? CurvesFile.read(directory.curves())
                    : new CurvesFile(List.of(), List.of());
            return new RunFigures(
                    JSON.treeToValue(summary.required("validity"), Verdict.class),
                    JSON.treeToValue(summary.required("tickOutcomes"), TickOutcomes.class),
                    soonest == null ? null : JSON.treeToValue(soonest, TickOutcomes.class),
                    latencies(summary),
                    curves,
                    RunManifest.read(directory.manifest()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": not a summary of a run: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static Map<String, LatencyFigures> latencies(JsonNode summary) throws JsonProcessingException {
        Map<String, LatencyFigures> latencies = new LinkedHashMap<>();
        for (String name : ComparedFigure.LATENCIES) {
            latencies.put(name, JSON.treeToValue(summary.required(name), LatencyFigures.class));
        }
        return latencies;
    }
}
