package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that are run on one JVM only are there, and ask no JVM. */
class PureTestsTest {
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    /** In sources; those of this package only read them. */
    private static final Pattern ASKS_THE_JVM = Pattern.compile(
            "jdk\\.jfr|java\\.lang\\.management|java\\.net\\.|new ProcessBuilder|new Thread\\(|System\\.nanoTime|allocat");

    private static List<String> listed() throws IOException {
        return Files.readAllLines(ROOT.resolve(".ci/pure-tests")).stream()
                .filter(line -> line.startsWith("org/"))
                .toList();
    }

    private static List<Path> sources(String listed) throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return Stream.concat(
                            modules.map(module -> module.resolve("src/test/java")),
                            Stream.of(ROOT.resolve("src/test/java")))
                    .map(folder -> folder.resolve(listed))
                    .filter(Files::exists)
                    .distinct()
                    .toList();
        }
    }

    @Test
    void areThereOnceAndAskNoJvm() throws IOException {
        assertThat(listed()).doesNotHaveDuplicates().hasSizeGreaterThan(20);
        for (String each : listed()) {
            List<Path> sources = sources(each);
            assertThat(sources).as(each).hasSize(1);
            if (!each.contains("/architecture/")) {
                assertThat(Files.readString(sources.get(0))).as(each).doesNotContainPattern(ASKS_THE_JVM);
            }
        }
    }
}
