package org.ticktoquote.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.distribution.ReleaseFiles.BundledComponent;
import org.ticktoquote.distribution.ReleaseFiles.LegalTexts;

/** Stored licences, checked against the jars that lack them and against their POMs. */
class KeptLicencesTest {
    private static final Path KEPT = Path.of("src/licences");
    private static final Pattern LICENCE =
            Pattern.compile("<license>(?:\\s|<!--.*?-->)*<name>(.*?)</name>", Pattern.DOTALL);
    private static final Pattern PARENT = Pattern.compile(
            "<parent>\\s*<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");

    /** Characteristic words of each licence by its name in POMs. */
    private static final Map<String, String> WORDS = Map.of(
            "The QuickFIX Software License, Version 1.0", "The QuickFIX Software License, Version 1.0",
            "Go License", "The Go Authors. All rights reserved.",
            "0BSD", "with or without fee is hereby granted",
            "EPL-2.0", "Eclipse Public License v2.0");

    @TempDir
    private Path nothing;

    private static List<String> artifacts() throws IOException {
        try (Stream<Path> files = Files.list(KEPT)) {
            return files.map(file -> file.getFileName().toString().replaceFirst("\\.txt$", ""))
                    .toList();
        }
    }

    /** Returns the jar from the class path of the zip's contents. */
    private static Path jar(String artifact) throws IOException {
        return LegalTexts.jars().entrySet().stream()
                .filter(jar -> jar.getKey().matches(Pattern.quote(artifact) + "-\\d.*\\.jar"))
                .map(jar -> Path.of(jar.getValue()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(artifact + ".txt is kept, and no such jar is in the release"));
    }

    private static String licence(Path pom) throws IOException {
        String text = Files.readString(pom);
        Matcher own = LICENCE.matcher(text);
        if (own.find()) {
            return own.group(1);
        }
        Matcher parent = PARENT.matcher(text);
        assertThat(parent.find()).as("%s names a licence or a parent", pom).isTrue();
        return licence(repository(pom)
                .resolve(parent.group(1).replace('.', '/'))
                .resolve(parent.group(2))
                .resolve(parent.group(3))
                .resolve(parent.group(2) + "-" + parent.group(3) + ".pom"));
    }

    /** Returns the parent of the folder of a group's first part: {@code org} or {@code com}. */
    private static Path repository(Path pom) {
        Path folder = pom;
        while (!Set.of("ch", "com", "org").contains(String.valueOf(folder.getFileName()))) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        return Objects.requireNonNull(folder.getParent());
    }

    @Test
    void matchTheLicencesNamedInThePoms() throws IOException {
        for (String artifact : artifacts()) {
            Path jar = jar(artifact);
            Path pom = jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", ".pom"));
            String name = licence(pom);
            assertThat(WORDS).as(artifact).containsKey(name);
            assertThat(Files.readString(KEPT.resolve(artifact + ".txt")))
                    .as("%s: %s", artifact, name)
                    .contains(WORDS.get(name));
        }
    }

    @Test
    void belongToJarsWithoutALicence() throws IOException {
        for (String artifact : artifacts()) {
            String version = jar(artifact)
                    .getFileName()
                    .toString()
                    .replaceFirst("^" + Pattern.quote(artifact) + "-(.*)\\.jar$", "$1");
            BundledComponent component = new BundledComponent("g", artifact, version, "not Apache", "");
            assertThatThrownBy(() -> new LegalTexts(nothing, nothing).of(List.of(component)))
                    .as(artifact)
                    .hasMessageContaining("no text of its licence in its jar");
            assertThat(new LegalTexts(KEPT, nothing).of(List.of(component)))
                    .containsEntry(
                            artifact + "-" + version + "/LICENSE", Files.readString(KEPT.resolve(artifact + ".txt")));
        }
    }
}
