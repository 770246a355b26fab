package org.ticktoquote.harness.matrix.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.PluginFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.process.CommandFiles;

/**
 * Input, application, host, threads and replay lag of a run, which decide whether runs are comparable.
 *
 * @param directory directory of the run, relative to the matrix
 * @param input recording, plug-ins and venues named by its case, with the checksum of their content
 * @param application command or address of its case, with the checksum of its files; empty for none
 * @param applicationFiles files of the application; empty if unknown
 * @param host name of the host and requirements of the case, with the fingerprint during the run. The requirements are
 *     included because cases can need different kernels of one machine
 * @param threads plan of its threads under {@code threads: managed}; equal for all runs of a case
 * @param profile profile of limits
 * @param p50LagNs median of the replay lag, sent minus intended time
 * @param p99LagNs 99th percentile of the replay lag
 */
record RunIdentity(
        String directory,
        IdentityPart input,
        IdentityPart application,
        CommandFiles applicationFiles,
        IdentityPart host,
        IdentityPart threads,
        String profile,
        long p50LagNs,
        long p99LagNs) {
    /**
     * A part of a run. Parts with the same name must have the same content.
     *
     * @param sha256 checksum of its content; empty if unknown
     */
    record IdentityPart(String name, String sha256) {}

    private static final int SHOWN_DIGITS = 16;
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Reads the identity of a complete run.
     *
     * @param options options of its case
     */
    static RunIdentity read(Path matrix, Attempt attempt, Map<String, String> options, String host) {
        String directory = attempt.directory();
        RunDirectory run = new RunDirectory(matrix.resolve(directory));
        RunManifest manifest = RunManifest.read(run.manifest());
        attempt.requireOwn(manifest);
        JsonNode lag = summary(run.summary()).path("replayLagNs");
        return new RunIdentity(
                directory,
                new IdentityPart(
                        Stream.of("recording", "plugin", "venues")
                                .map(option -> options.getOrDefault(option, ""))
                                .filter(value -> !value.isEmpty())
                                .collect(Collectors.joining(" ")),
                        inputSha256(manifest)),
                new IdentityPart(
                        options.getOrDefault("app", options.getOrDefault("attach", "")),
                        manifest.observed().host().getOrDefault(CommandFiles.CHECKSUM_FACT, "")),
                CommandFiles.read(run.applicationFiles()),
                new IdentityPart(host, manifest.observed().host().getOrDefault(Fingerprint.FACT, "")),
                new IdentityPart(
                        String.valueOf(Path.of(directory).getParent()),
                        manifest.observed().host().getOrDefault("threads.plan", "")),
                manifest.about().profile(),
                lagNs(run.summary(), lag, "p50"),
                lagNs(run.summary(), lag, "p99"));
    }

    private static String inputSha256(RunManifest manifest) {
        String plugins = manifest.observed().host().entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(PluginFile.FACT)
                        || fact.getKey().equals(RunManifest.VENUES_SHA256_FACT)
                        || fact.getKey().startsWith(RunManifest.VENUE_FILE_FACT))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining(" "));
        String recording = manifest.recording().sha256();
        return plugins.isEmpty() ? recording : Sha256.ofText(recording + " " + plugins, SHOWN_DIGITS);
    }

    /** Reads a lag in nanoseconds. Refuses a file without it, which would otherwise pass as a punctual run. */
    static long lagNs(Path file, JsonNode lag, String figure) {
        JsonNode value = lag.path(figure);
        if (!value.isNull() && !value.has("high")) {
            throw Problem.of(file)
                    .fault("is not a run summary: replayLagNs." + figure + " is missing; recreate it with t2q analyze "
                            + file.getParent())
                    .exception(ExitStatus.BAD_INPUT);
        }
        return value.path("high").asLong();
    }

    static JsonNode summary(Path file) {
        try {
            JsonNode summary = JSON.readTree(file.toFile());
            Summary.requireSealed(file);
            return summary;
        } catch (JsonProcessingException e) {
            throw JsonFile.malformed(file, e, null);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }
}
