package org.ticktoquote.host.fingerprint;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Stable description of a host and its hash: kernel, boot parameters, tuning and JVM. It has no host name and no values that
 * change on their own, so identical hosts have identical fingerprints.
 *
 * @param lines value by name, in display order
 */
public record Fingerprint(Map<String, String> lines) {
    /** Lines that are compared word by word; only differing words are reported. */
    private static final Set<String> LISTS = Set.of("boot-parameters", "mitigations");

    /** Name of the host fact that holds the hash. */
    public static final String FACT = "fingerprint";

    private static final String PREFIX = FACT + ".";
    private static final int HASH_DIGITS = 16;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    public Fingerprint {
        lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
    }

    @JsonCreator
    static Fingerprint of(@JsonProperty("hash") String hash, @JsonProperty("lines") Map<String, String> lines) {
        Fingerprint fingerprint = new Fingerprint(lines);
        if (!fingerprint.hash().equals(hash)) {
            throw new IllegalArgumentException(
                    "the lines were edited: their hash is " + fingerprint.hash() + ", expected " + hash);
        }
        return fingerprint;
    }

    /** Returns the first 16 hexadecimal digits of the SHA-256 of {@code name=value} lines, sorted by name. */
    @JsonProperty("hash")
    public String hash() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(lines)
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return Sha256.ofText(text.toString(), HASH_DIGITS);
    }

    /** Returns the hash and all lines as facts of a run's host. Their names begin with {@code fingerprint}. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(FACT, hash());
        lines.forEach((name, value) -> facts.put(PREFIX + name, value));
        return facts;
    }

    /** Extracts the fingerprint from the host facts of a run. It has no lines if the run recorded none. */
    static Fingerprint ofFacts(Map<String, String> facts) {
        Map<String, String> lines = new LinkedHashMap<>();
        facts.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                lines.put(name.substring(PREFIX.length()), value);
            }
        });
        return new Fingerprint(lines);
    }

    public static String json(Fingerprint fingerprint) {
        try {
            return JSON.writeValueAsString(fingerprint);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Reads the fingerprint of a run directory, a {@code run.json} or a fingerprint file. */
    public static Fingerprint read(Path path) {
        boolean run = Files.isDirectory(path);
        Path manifest = run ? new RunDirectory(path).manifest() : UserPath.input(path);
        if (run && !Files.isRegularFile(manifest)) {
            throw Problem.of(path)
                    .fault("is not a run directory: it has no run.json")
                    .exception(ExitStatus.BAD_INPUT);
        }
        return manifest.getFileName().toString().equals("run.json") ? ofRun(manifest) : ofFile(manifest);
    }

    private static Fingerprint ofRun(Path manifest) {
        Fingerprint fingerprint =
                Fingerprint.ofFacts(RunManifest.read(manifest).observed().host());
        if (fingerprint.lines().isEmpty()) {
            throw Problem.of(manifest)
                    .fault("has no fingerprint: an older t2q wrote it; repeat the run")
                    .exception(ExitStatus.BAD_INPUT);
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
                        .exception(ExitStatus.BAD_INPUT);
            }
            return fingerprint;
        } catch (JsonProcessingException e) {
            throw Problem.of(file)
                    .fault("is not a fingerprint: " + JsonProblem.of(e, null))
                    .exception(ExitStatus.BAD_INPUT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Returns one sentence for each line that differs between this host (A) and another host (B). */
    public List<String> differences(Fingerprint other) {
        Set<String> names = new LinkedHashSet<>(lines.keySet());
        names.addAll(other.lines.keySet());
        List<String> sentences = new ArrayList<>();
        for (String name : names) {
            difference(name, other).ifPresent(sentences::add);
        }
        return sentences;
    }

    private Optional<String> difference(String name, Fingerprint other) {
        String a = lines.get(name);
        String b = other.lines.get(name);
        if (a == null) {
            return Optional.of(name + ": only B reports: " + b);
        }
        if (b == null) {
            return Optional.of(name + ": only A reports: " + a);
        }
        if (a.equals(b)) {
            return Optional.empty();
        }
        return Optional.of(name + ": " + (LISTS.contains(name) ? words(a, b) : a + " in A, " + b + " in B"));
    }

    private static String words(String a, String b) {
        Set<String> onlyA = new LinkedHashSet<>(Arrays.asList(a.split(" ", -1)));
        Set<String> onlyB = new LinkedHashSet<>(Arrays.asList(b.split(" ", -1)));
        Set<String> both = new LinkedHashSet<>(onlyA);
        both.retainAll(onlyB);
        onlyA.removeAll(both);
        onlyB.removeAll(both);
        if (onlyA.isEmpty() && onlyB.isEmpty()) {
            return "the same words in another order";
        }
        String left = onlyA.isEmpty() ? "" : "only in A: " + String.join(" ", onlyA);
        String right = onlyB.isEmpty() ? "" : "only in B: " + String.join(" ", onlyB);
        return left + (left.isEmpty() || right.isEmpty() ? "" : "; ") + right;
    }
}
