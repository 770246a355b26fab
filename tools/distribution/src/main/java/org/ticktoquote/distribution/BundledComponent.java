package org.ticktoquote.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A library of others that a jar of the release holds.
 *
 * @param licence as its authors name it
 * @param page on the web; empty when it names none
 */
record BundledComponent(String group, String artifact, String version, String licence, String page) {
    /** One for each line {@code group:artifact:version|licence|page}. */
    static List<BundledComponent> listedIn(Path list) throws IOException {
        try (Stream<String> lines = Files.lines(list)) {
            return lines.filter(line -> !line.isBlank())
                    .map(BundledComponent::of)
                    .toList();
        }
    }

    private static BundledComponent of(String line) {
        String[] fields = line.split("\\|", -1);
        String[] names = fields[0].split(":", -1);
        if (fields.length != 3 || names.length != 3) {
            throw new IllegalArgumentException(
                    "third-party list: '" + line + "': expected group:artifact:version|licence|page");
        }
        return new BundledComponent(names[0], names[1], names[2], fields[1], fields[2]);
    }

    /** Its file, without the folder. */
    String jar() {
        return artifact + "-" + version + ".jar";
    }

    /** Whether the licence of t2q itself is its licence too, so that one text serves both. */
    boolean apache() {
        return licence.toLowerCase(Locale.ROOT).matches(".*apache.*2(\\.0)?\\b.*");
    }
}
