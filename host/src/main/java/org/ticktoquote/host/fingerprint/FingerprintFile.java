package org.ticktoquote.host.fingerprint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.JsonMistake;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Fingerprints in files: {@code {"hash": ..., "lines": {...}}}, or the manifest of a run. */
public final class FingerprintFile {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private FingerprintFile() {}

    /** As JSON. */
    public static String json(Fingerprint fingerprint) {
        return JsonText.of(JSON, fingerprint);
    }

    /** The fingerprint of a run directory, its {@code run.json}, or a file of its own. */
    public static Fingerprint read(Path path) {
        boolean run = Files.isDirectory(path);
        Path manifest = run ? new RunDirectory(path).manifest() : UserPath.input(path);
        if (run && !Files.isRegularFile(manifest)) {
            throw Problem.of(path)
                    .fault("is no run directory: it holds no run.json")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        return manifest.getFileName().toString().equals("run.json") ? ofRun(manifest) : ofFile(manifest);
    }

    private static Fingerprint ofRun(Path manifest) {
        Fingerprint fingerprint =
                Fingerprint.ofFacts(RunManifest.read(manifest).observed().host());
        if (fingerprint.lines().isEmpty()) {
            throw Problem.of(manifest)
                    .fault("carries no fingerprint; an older t2q made it: run it again")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        return fingerprint;
    }

    private static Fingerprint ofFile(Path file) {
        try {
            @Nullable Fingerprint fingerprint = JSON.readValue(file.toFile(), Fingerprint.class);
            if (fingerprint == null) {
                throw Problem.of(file)
                        .fault("holds null")
                        .expected("a fingerprint")
                        .refusal(ExitStatus.BAD_INPUT);
            }
            return fingerprint;
        } catch (JsonProcessingException e) {
            throw Problem.of(file)
                    .fault("is no fingerprint: " + JsonMistake.of(e, null))
                    .refusal(ExitStatus.BAD_INPUT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }
}
