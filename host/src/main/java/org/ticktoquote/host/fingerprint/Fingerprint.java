package org.ticktoquote.host.fingerprint;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.core.file.Sha256;

/**
 * A host in lines that stay the same from run to run until somebody changes the host, and their hash: kernel, boot
 * parameters, tuning, JVM. Nothing that moves by itself is in it, and no name of the host, so that equal hosts are equal.
 *
 * @param lines value by name, in the order for people
 */
public record Fingerprint(Map<String, String> lines) {
    /** The fact of a run's host that holds the hash. */
    public static final String FACT = "fingerprint";

    private static final String PREFIX = FACT + ".";
    private static final int HASH_DIGITS = 16;

    public Fingerprint {
        lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
    }

    @JsonCreator
    static Fingerprint of(@JsonProperty("hash") String hash, @JsonProperty("lines") Map<String, String> lines) {
        Fingerprint fingerprint = new Fingerprint(lines);
        if (!fingerprint.hash().equals(hash)) {
            throw new IllegalArgumentException(
                    "the lines belong to " + fingerprint.hash() + " and not to " + hash + ": they were edited");
        }
        return fingerprint;
    }

    /** The first 16 hexadecimal digits of the SHA-256 of {@code name=value} lines, sorted by name. */
    @JsonProperty("hash")
    public String hash() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(lines)
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return Sha256.ofText(text.toString(), HASH_DIGITS);
    }

    /** As facts of a run's host: the hash and every line, by names that begin with {@code fingerprint}. */
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(FACT, hash());
        lines.forEach((name, value) -> facts.put(PREFIX + name, value));
        return facts;
    }

    /** From facts of a run's host; without lines when the run carries none. */
    static Fingerprint ofFacts(Map<String, String> facts) {
        Map<String, String> lines = new LinkedHashMap<>();
        facts.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                lines.put(name.substring(PREFIX.length()), value);
            }
        });
        return new Fingerprint(lines);
    }
}
