package org.ticktoquote.harness.matrix.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.files.SummaryFile;
import org.ticktoquote.analysis.matrix.Attempt;
import org.ticktoquote.core.checksum.Sha256;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.PluginFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.process.CommandFiles;

/**
 * What a run measured, with what, and how punctually: what must agree before two runs are compared.
 *
 * @param directory of the run, relative to the matrix
 * @param input recording and plug-ins that its case names; runs that name the same ones must have had the same bytes
 * @param inputSha256 of what it read
 * @param window what was played of it, and how fast
 * @param application command that its case names
 * @param applicationSha256 of the files in that command; empty where there are none
 * @param applicationFiles those files; none where they are not known one by one
 * @param host that ran it, by name and what its case needs of it: one box may have two kernels, one for each of two cases
 * @param fingerprint of that host during the run
 * @param profile of limits
 * @param lagP50Ns median of sent less intended
 * @param lagP99Ns its 99th percentile
 */
record RunIdentity(
        String directory,
        String input,
        String inputSha256,
        String window,
        String application,
        String applicationSha256,
        CommandFiles applicationFiles,
        String host,
        String fingerprint,
        String profile,
        long lagP50Ns,
        long lagP99Ns) {
    private static final int SHOWN_DIGITS = 16;
    private static final JsonMapper JSON = new JsonMapper();

    /** Of a run that is complete; {@code said} are the options of its case. */
    static RunIdentity read(Path matrix, Attempt attempt, Map<String, String> said, String host) {
        String directory = attempt.directory();
        RunDirectory run = new RunDirectory(matrix.resolve(directory));
        RunManifest manifest = RunManifest.read(run.manifest());
        attempt.requireOwn(manifest);
        JsonNode lag = summary(run.summary()).path("replayLagNs");
        RunManifest.Replay replay = manifest.replay();
        return new RunIdentity(
                directory,
                (said.getOrDefault("recording", "") + " " + said.getOrDefault("plugin", "")).strip(),
                inputSha256(manifest),
                replay.fromNs() + ".." + replay.toNs() + " x " + replay.speed(),
                said.getOrDefault("app", said.getOrDefault("attach", "")),
                manifest.observed().host().getOrDefault(CommandFiles.CHECKSUM_FACT, ""),
                CommandFiles.read(run.applicationFiles()),
                host,
                manifest.observed().host().getOrDefault(Fingerprint.FACT, ""),
                manifest.about().profile(),
                lagNs(run.summary(), lag, "p50"),
                lagNs(run.summary(), lag, "p99"));
    }

    private static String inputSha256(RunManifest manifest) {
        String plugins = manifest.observed().host().entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(PluginFile.FACT))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining(" "));
        String recording = manifest.recording().sha256();
        return plugins.isEmpty() ? recording : Sha256.ofText(recording + " " + plugins, SHOWN_DIGITS);
    }

    /** A file without it is no summary, and must not pass for a punctual run. */
    static long lagNs(Path file, JsonNode lag, String figure) {
        JsonNode value = lag.path(figure);
        if (!value.isNull() && !value.has("high")) {
            throw new Refusal(
                    ExitStatus.BAD_INPUT,
                    file + ": no summary of a run: replayLagNs." + figure + " is missing; t2q analyze "
                            + file.getParent() + " writes it again");
        }
        return value.path("high").asLong();
    }

    private static JsonNode summary(Path file) {
        try {
            JsonNode summary = JSON.readTree(file.toFile());
            SummaryFile.requireSealed(file);
            return summary;
        } catch (JsonProcessingException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": no summary of a run: it is not JSON", e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }
}
