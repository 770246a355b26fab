package org.ticktoquote.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Third-party library contained in a jar of the release.
 *
 * @param licence as its authors name it
 * @param page web page; empty for none
 */
record BundledComponent(String group, String artifact, String version, String licence, String page) {
    /** Reads one library per line {@code group:artifact:version|licence|page}. */
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

    /** File name, without the folder. */
    String jar() {
        return artifact + "-" + version + ".jar";
    }

    /** Returns whether its licence is that of t2q, so that one text serves both. */
    boolean apache() {
        return licence.toLowerCase(Locale.ROOT).matches(".*apache.*2(\\.0)?\\b.*");
    }
}
