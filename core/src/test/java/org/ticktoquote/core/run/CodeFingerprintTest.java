package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeFingerprintTest {
    private static final String GENERATOR = "org/ticktoquote/replayer/generate/Generator.class";
    private static final String PRICE = "org/ticktoquote/core/price/Price.class";
    private static final String REPORT = "org/ticktoquote/analysis/report/Report.class";

    private static final List<String> CODE = List.of("org/ticktoquote/replayer/", "org/ticktoquote/core/");

    @TempDir
    private Path folder;

    private Path jar(String name, String... entriesAndContents) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < entriesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry(entriesAndContents[i]));
                zip.write(entriesAndContents[i + 1].getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private String print(Path... elements) {
        String classPath = Stream.of(elements).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return BuildIdentity.fingerprint(classPath, CODE);
    }

    @Test
    void changesOnlyWithTheCodeThatGenerates() throws IOException {
        String print = print(jar("a.jar", GENERATOR, "1", PRICE, "1", REPORT, "1"));
        assertThat(print).matches("[0-9a-f]{12}");
        assertThat(print(jar("b.jar", REPORT, "2", PRICE, "1", GENERATOR, "1"))).isEqualTo(print);
        assertThat(print(jar("c.jar", GENERATOR, "2", PRICE, "1", REPORT, "1"))).isNotEqualTo(print);
        assertThat(print(jar("d.jar", GENERATOR, "1", PRICE, "2", REPORT, "1"))).isNotEqualTo(print);

        assertThat(BuildIdentity.fingerprint(System.getProperty("java.class.path"), CODE))
                .isNotEqualTo(print());
    }

    @Test
    void isTheSameForOneJarSeveralJarsAndFolders() throws IOException {
        String print = print(jar("a.jar", GENERATOR, "1", PRICE, "1"));
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes.resolve(PRICE).getParent());
        Files.writeString(classes.resolve(PRICE), "1");
        assertThat(print(jar("b.jar", GENERATOR, "1"), classes, folder.resolve("nosuch.jar")))
                .isEqualTo(print);
    }
}
