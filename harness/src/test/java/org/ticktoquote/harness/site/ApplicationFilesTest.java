package org.ticktoquote.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ApplicationFilesTest {
    @TempDir
    private Path folder;

    private Path file(String name, String content) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static ApplicationFiles of(Path java, String... command) {
        return ApplicationFiles.of(List.of(command), java);
    }

    @Test
    void findsFilesInWordsClassPathsAssignmentsAndFolders() throws Exception {
        Path java = file("bin/java", "");
        Path jar = file("app.jar", "1");
        Path one = file("lib/one.jar", "2");
        Path two = file("lib/deep/two.jar", "3");
        Path agent = file("agent.jar", "4");
        ApplicationFiles files = of(
                java,
                java.toString(),
                "-Dagent=" + agent,
                "-cp",
                jar + ":" + folder.resolve("lib") + ":/nowhere",
                "{fixPort}",
                "");
        assertThat(files.paths()).containsExactlyInAnyOrder(jar, one, two, agent);
    }

    @Test
    void oneChangedByteChangesTheChecksum() throws Exception {
        Path jar = file("app.jar", "content");
        String before = of(Path.of("java"), jar.toString()).sha256();
        assertThat(before).matches("[0-9a-f]{64}");
        assertThat(of(Path.of("java"), "-jar", jar.toString()).sha256()).isEqualTo(before);
        file("app.jar", "contend");
        assertThat(of(Path.of("java"), jar.toString()).sha256()).isNotEqualTo(before);
    }

    @Test
    void nothingIsKnownOfACommandWithoutFiles() {
        assertThat(of(Path.of("java"), "app", "--port", "1").sha256()).isEmpty();
    }
}
