package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.run.RunManifest;

class RunOutputDirectoryTest {
    private static final String[] RUN_FILES =
            ("run.json clients.json fix-clients.json replayer.json ticks.journal warmup.journal"
                            + " quotes-00.journal quotes-24.journal gc-replayer.log gc-fix-clients.log gc-harness.log.1"
                            + " hiccups-harness.journal audit-replayer.jsonl evidence-application.jsonl guardian.log")
                    .split(" ");

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void setUp() {
        path = folder.resolve("results/run");
    }

    private RunOutputDirectory created() {
        RunOutputDirectory run = RunOutputDirectory.at(path);
        run.create();
        return run;
    }

    private void write(String... names) throws IOException {
        for (String name : names) {
            Files.writeString(path.resolve(name), name);
        }
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(Claim.FOLDER_LOCK))
                    .sorted()
                    .toList();
        }
    }

    /** No directory can be created below a dangling link. */
    @Test
    void refusesPathsThatCannotBeCreatedOrNamed() throws IOException {
        Path nowhere = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
        path = nowhere.resolve("run");
        assertThatRefused(this::created).hasMessageContaining(nowhere + " is a dangling link, expected a folder");
        path = Path.of("/proc/no-such-process/run");
        assertThatRefused(this::created).hasMessageContaining(path.toString());

        assertThatRefused(() -> RunOutputDirectory.at(folder.resolve("50%t")))
                .hasMessageContaining("which the path of a run directory must not");
    }

    /** The plan is the last manifest written, as on a disk that is full at the end of the run. */
    @Test
    void keepsMeasuredFilesOfAnyOutcome() throws IOException {
        RunOutputDirectory run = created();
        write(RUN_FILES);
        SampleManifest.of(RunManifest.PLANNED, "ab", 5, Map.of())
                .write(run.directory().manifest());
        run.removeUnmeasured(true, false);
        assertThat(run.measured()).isTrue();
        assertThat(left()).contains("run.json", "ticks.journal");
    }

    @Test
    void isCreatedOnlyWhenTheRunStarts() throws IOException {
        RunOutputDirectory run = RunOutputDirectory.at(path);
        assertThat(folder).isEmptyDirectory();
        run.create();
        assertThat(left()).isEmpty();
        run.close();
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void isRemovedWithTheParentsCreatedForIt() throws IOException {
        RunOutputDirectory run = created();
        write(RUN_FILES);
        write("gc.log", "application-async.jfr", "truth-ticks.journal", "pricing-app.log", "graph.json", "plan.yaml");
        Files.createDirectory(path.resolve("harness-share"));
        write("harness-share/run.json", "harness-share/gc.log");
        run.removeUnmeasured(true, false);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void isKeptIfItExistedBefore() throws IOException {
        Files.createDirectories(path);
        RunOutputDirectory run = created();
        write(RUN_FILES);
        run.removeUnmeasured(true, false);
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void toleratesRemovalDuringTheRun() throws IOException {
        RunOutputDirectory run = created();
        write(RUN_FILES);
        DirectoryTree.remove(path);
        run.removeUnmeasured(true, false);
        assertThat(run.measured()).isFalse();
    }

    @Test
    void keepsForeignFiles() throws IOException {
        RunOutputDirectory run = created();
        write(RUN_FILES);
        write("gc.log", "truth-ticks.journal", "notes.txt", "my-ticks.journal", "replayer.log.txt");
        run.removeUnmeasured(false, false);
        assertThat(left())
                .containsExactly("gc.log", "my-ticks.journal", "notes.txt", "replayer.log.txt", "truth-ticks.journal");
        assertThatRefused(() -> RunOutputDirectory.at(path)).hasMessageContaining("is not empty");
    }

    @Test
    void keepsNonEmptyLogsUntilTheNextRun() throws IOException {
        RunOutputDirectory run = created();
        write(RUN_FILES);
        write("pricing-app.log", "gc.log", "gc.log.0", "truth-ticks.journal");
        Files.createFile(path.resolve("fix-clients.log"));
        run.removeUnmeasured(true, true);
        assertThat(left()).containsExactly("gc.log", "gc.log.0", "guardian.log", "pricing-app.log");
        created().close();
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void gcLogAloneIsNoRemainOfAnEarlierRun() throws IOException {
        RunOutputDirectory run = created();
        write("gc.log", "replayer.log");
        Files.write(path.resolve("replayer.log"), new byte[0]);
        run.close();
        assertThatRefused(() -> RunOutputDirectory.at(path)).hasMessageContaining("is not empty");
        assertThatRefused(run::create).hasMessageContaining("is not empty");
        assertThat(left()).containsExactly("gc.log", "replayer.log");
        run.removeUnmeasured(true, true);
        assertThat(folder).isEmptyDirectory();
    }

    /** The directory is not empty because the first run writes to it. */
    @Test
    void isRefusedWhileAnotherRunUsesItAndAfterItWroteToIt() throws IOException {
        RunOutputDirectory second = RunOutputDirectory.at(path);
        try (RunOutputDirectory first = created()) {
            write(RUN_FILES);
            assertThatRefused(ExitStatus.ENVIRONMENT, second::create).hasMessageContaining("is using it");
            assertThatRefused(ExitStatus.ENVIRONMENT, () -> RunOutputDirectory.at(path))
                    .hasMessageContaining(path + ": this t2q is using it; wait until it ends");
            assertThat(left()).containsAll(List.of(RUN_FILES));
        }
        assertThatRefused(second::create).hasMessageContaining("is not empty");
        assertThatRefused(ExitStatus.USAGE, () -> RunOutputDirectory.at(path)).hasMessageContaining("is not empty");
        assertThat(left()).containsAll(List.of(RUN_FILES));
    }

    @Test
    void isReadableOnlyByItsOwner() throws IOException {
        try (RunOutputDirectory run = created()) {
            assertThat(permissions(path)).isEqualTo("rwx------");
            write(RUN_FILES);
            Files.setPosixFilePermissions(path.resolve("run.json"), PosixFilePermissions.fromString("rw-r--r--"));
        }
        assertThat(permissions(path.resolve("run.json"))).isEqualTo("rw-------");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void onlyOneOfSeveralConcurrentProcessesGetsIt() throws Exception {
        for (int round = 0; round < 3; round++) {
            List<Process> runs = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                runs.add(start(Taker.class, path.toString()));
            }
            List<String> outputs = new ArrayList<>();
            for (Process run : runs) {
                assertThat(run.getInputStream().read()).isEqualTo('.');
            }
            for (Process run : runs) {
                run.getOutputStream().write('!');
                run.getOutputStream().flush();
            }
            for (Process run : runs) {
                outputs.add(new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
            }
            assertThat(outputs).as("round %d", round).containsOnlyOnce("measured");
            assertThat(outputs)
                    .filteredOn(text -> !text.equals("measured"))
                    .allMatch(text -> text.contains("is using it") || text.contains("is not empty"));
            assertThat(left()).containsExactly("run.json", "ticks.journal");
            Files.delete(path.resolve("run.json"));
            Files.delete(path.resolve("ticks.journal"));
            Files.delete(path);
        }
    }

    private static Process start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Claims the directory like a run, after all processes found it free. */
    static final class Taker {
        private Taker() {}

        public static void main(String[] arguments) throws IOException {
            Path path = Path.of(arguments[0]);
            RunOutputDirectory folder = RunOutputDirectory.at(path);
            System.out.print('.');
            System.out.flush();
            int word = System.in.read();
            try (RunOutputDirectory taken = folder.create()) {
                Files.createFile(path.resolve("run.json"));
                Files.createFile(path.resolve("ticks.journal"));
                System.out.println(word == '!' ? "measured" : "no word");
            } catch (ProblemException refusal) {
                System.out.println(refusal.getMessage());
            }
        }
    }
}
