package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script {@code t2q}. */
class LauncherIT {
    @TempDir
    private Path folder;

    private Ended run(String... command) throws IOException, InterruptedException {
        return Ended.of(new ProcessBuilder(T2qProcess.words(command)).directory(folder.toFile()));
    }

    @Test
    void runsThroughASymbolicLinkInTheDirectoryOfTheCaller() throws Exception {
        Path link = Files.createSymbolicLink(
                folder.resolve("a link"), T2qProcess.root().resolve("t2q"));
        run("'" + link + "' generate --out here.t2q --length 10s --pairs 1").text(0);
        assertThat(folder.resolve("here.t2q")).exists();
    }

    @Test
    void opensNamesOutsideAsciiInLocaleC() throws Exception {
        String name = "$(printf '\\303\\251.t2q')";
        String t2q = "LC_ALL=C '" + T2qProcess.root().resolve("t2q") + "'";
        run("sh", "-c", t2q + " generate --length 10s --pairs 1 --out " + name + " && [ -f " + name + " ]")
                .text(0);
    }

    @Test
    void failsIfTheOutputCannotBeWrittenButNotIfItsReaderLeaves() throws Exception {
        String help = "'" + T2qProcess.root().resolve("t2q") + "' --help-all";
        assertThat(run("sh", "-c", help + " >/dev/full").text(6)).contains("standard output cannot be written");
        assertThat(run("bash", "-c", "set -o pipefail; " + help + " | true").text(0))
                .isEmpty();
    }

    @Test
    void rebuildsForEachModuleOfTheJar() throws IOException {
        String script = Files.readString(T2qProcess.root().resolve("t2q"));
        try (Stream<Path> folders = Files.list(T2qProcess.root())) {
            assertThat(folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java"))))
                    .hasSizeGreaterThan(8)
                    .allMatch(module -> script.contains(" " + module.getFileName() + "/src/main "));
        }
    }

    /** Creates a minimal checkout: the script, one file per module, the jar, and a Maven that builds nothing. */
    private Path checkout() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("checkout"));
        String modules =
                "core report fix analysis comparison wire replayer fix-clients pricing-app host harness add-ons/aeron";
        for (String module : modules.split(" ")) {
            Files.createDirectories(copy.resolve(module + "/src/main/java"));
            Files.writeString(copy.resolve(module + "/src/main/java/Source.java"), "// of " + module);
            Files.writeString(copy.resolve(module + "/pom.xml"), module);
        }
        Files.writeString(copy.resolve("pom.xml"), "all");
        Files.copy(T2qProcess.root().resolve("t2q"), copy.resolve("t2q"));
        Files.createDirectories(copy.resolve("harness/target"));
        Path maven = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho no Maven today: \"$@\"\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Files.copy(T2qProcess.jar(), copy.resolve("harness/target/t2q.jar"));
        Path classes = Files.writeString(classesOf(copy), "no classes, and nothing that would be made anew");
        Files.setLastModifiedTime(classes, FileTime.from(Instant.now().plusSeconds(86_400)));
        return copy;
    }

    private static Path classesOf(Path checkout) {
        return checkout.resolve("harness/target/t2q-" + Runtime.version().feature() + ".jsa");
    }

    private Ended started(Path checkout, String... arguments) throws IOException, InterruptedException {
        String path = "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH");
        String java = "JAVA_HOME=" + System.getProperty("java.home");
        List<String> command = new ArrayList<>(
                List.of("env", path, java, checkout.resolve("t2q").toString()));
        command.addAll(arguments.length == 0 ? List.of("--version") : List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    @Test
    void rebuildsAfterAnEditButNotAfterACopy() throws Exception {
        Path checkout = checkout();
        Path source = checkout.resolve("host/src/main/java/Source.java");
        FileTime later = FileTime.from(Instant.now().plusSeconds(3_600));
        assertThat(started(checkout).text(0)).contains("t2q ", "Java ").doesNotContain("building");

        Files.setLastModifiedTime(source, later);
        assertThat(started(checkout).text()).contains("t2q ").doesNotContain("building");

        Files.writeString(source, "// something else");
        Files.setLastModifiedTime(source, later);
        assertThat(started(checkout).text(6)).contains("building (sources are newer than the jar)", "no Maven today");
    }

    @Test
    void buildsTheAeronJarForAnAeronFeedAndAfterAnEditButNotAfterACopy() throws Exception {
        Path checkout = checkout();
        Path source = checkout.resolve("add-ons/aeron/src/main/java/Source.java");
        String[] look = {"replay", "--help", "--feed", "aeron+udp://127.0.0.1:40001"};
        assertThat(started(checkout, look).text(6))
                .contains("-pl harness,add-ons/aeron -am package", "-Dt2q.aeron.jar.file=");

        Files.writeString(checkout.resolve("harness/target/t2q-aeron.jar"), "nobody looks into it");
        assertThat(started(checkout, look).text()).doesNotContain("building");

        FileTime later = FileTime.from(Instant.now().plusSeconds(3_600));
        Files.setLastModifiedTime(source, later);
        assertThat(started(checkout, look).text()).doesNotContain("building");

        Files.writeString(source, "// something else");
        Files.setLastModifiedTime(source, later);
        assertThat(started(checkout, look).text()).contains("building", "-pl harness,add-ons/aeron -am package");
    }

    @Test
    void storesSharedClassesNextToTheJar() throws Exception {
        Path checkout = checkout();
        Path classes = classesOf(checkout);
        Files.delete(classes);
        Ended first = started(checkout);
        assertThat(classes).isNotEmptyFile();
        Files.writeString(classes, "damaged");
        assertThat(started(checkout)).isEqualTo(first);
    }

    @Test
    void respectsTheCollectorAndTheHeapOfTheCaller() throws Exception {
        String t2q = T2qProcess.root().resolve("t2q").toString();
        for (String option : List.of("-XX:+UseParallelGC", "-Xmx256m")) {
            Ended ended = run("env", "JAVA_TOOL_OPTIONS=" + option, t2q, "analyze", "--help");
            assertThat(ended.text(0)).contains("Recomputes all results of a run");
        }
    }
}
