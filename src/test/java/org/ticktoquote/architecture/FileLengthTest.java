package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Source files have at most 400 code lines: blank lines, comments and imports do not count. */
class FileLengthTest {
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final int MAX_LINES = 400;
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
    private static final Pattern NO_CODE = Pattern.compile("(//|import |package ).*");

    @Test
    void sourceFilesAreNotTooLong() throws IOException {
        Map<Path, Long> lengths = new TreeMap<>();
        for (Path sources : sources()) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    lengths.put(ROOT.relativize(file), codeLines(Files.readString(file)));
                }
            }
        }
        assertThat(lengths).hasSizeGreaterThan(1000);
        assertThat(lengths.entrySet())
                .filteredOn(file -> file.getValue() > MAX_LINES)
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> folders = Files.walk(ROOT, 3)) {
            return folders.filter(folder ->
                            folder.endsWith("src") && !folder.toString().contains("/target/"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    private static long codeLines(String source) {
        return COMMENT.matcher(source)
                .replaceAll("")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !NO_CODE.matcher(line).matches())
                .count();
    }
}
