package org.ticktoquote.comparison.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;

class PruneCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Files of a run, one of each kind. */
    private static final String FILES = """
            ticks.journal quotes-00.journal summary.json response.hlog report.html replayer.log hs_err-4711.log
            hs_err-fix-clients-4711.log javacore-4711.0001.txt ssh-deputy-load.log""";

    private int prune(String... options) {
        List<String> line = new ArrayList<>(List.of("prune", folder.toString()));
        line.addAll(List.of(options));
        return RootCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line.toArray(String[]::new));
    }

    private void pruneAll() {
        assertThat(prune("--keep", "0", "--yes")).isZero();
    }

    private Path run(String name, int days) throws IOException {
        Path run = Files.createDirectories(folder.resolve(name));
        Instant started = Instant.now().minus(Duration.ofDays(days));
        Files.writeString(
                run.resolve("run.json"), "{\"product\":\"tick-to-quote 1\",\"startedAt\":\"" + started + "\"}");
        for (String file : FILES.split("\\s")) {
            Files.writeString(run.resolve(file), "x");
        }
        return run;
    }

    private Path latest(String target) throws IOException {
        return Files.createSymbolicLink(folder.resolve("latest"), Path.of(target));
    }

    @Test
    void removesNothingWithoutYes() throws IOException {
        Path old = run("old", 40);
        assertThat(prune("--older-than", "30d")).isZero();
        assertThat(out.toString()).contains("would remove", "old", "would be removed: 1 of 1", "Add --yes");
        assertThat(old.resolve("ticks.journal")).exists();
    }

    @Test
    void listsAllRunsWithoutARule() throws IOException {
        Path old = run("old", 40);
        assertThat(prune()).isZero();
        assertThat(out.toString()).contains("keep", "would be removed: 0 of 1", "--keep N, --older-than AGE");
        assertThat(prune("--yes")).isEqualTo(2);
        assertThat(old).exists();
    }

    @Test
    void removesRunsThatNoRuleKeeps() throws IOException {
        Path older = run("older", 50);
        Path old = run("old", 40);
        Path young = run("young", 1);
        assertThat(prune("--keep", "2", "--older-than", "30d", "--yes")).isZero();
        assertThat(older).doesNotExist();
        assertThat(old).exists();
        assertThat(prune("--keep", "0", "--older-than", "12h", "--yes")).isZero();
        assertThat(young).doesNotExist();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void removesEveryFileDefinedByRunDirectory() throws IOException, ReflectiveOperationException {
        RunDirectory files = new RunDirectory(run("old", 40));
        for (Method method : RunDirectory.class.getMethods()) {
            if (method.getReturnType().equals(Path.class) && method.getParameterCount() == 0) {
                Path file = (Path) method.invoke(files);
                if (Files.notExists(file)) {
                    Files.writeString(file, "x");
                }
            }
        }
        for (String control :
                List.of("gc-control.log", "audit-control.jsonl", "hiccups-control.journal", "hiccups-control.hlog")) {
            Files.writeString(files.path().resolve(control), "x");
        }
        Files.writeString(files.log(Role.CONTROL), "x");
        Files.writeString(files.episode(files.applicationFlight(), 1), "x");
        Files.writeString(files.episode(files.applicationProfile(), 10), "x");
        pruneAll();
        assertThat(out.toString()).doesNotContain("kept");
        assertThat(files.path()).doesNotExist();
    }

    @Test
    void keepsAndReportsWhatT2qDidNotWrite() throws IOException {
        Path old = run("old", 40);
        Files.writeString(old.resolve("notes.txt"), "mine");
        Files.writeString(old.resolve("mine.hlog"), "mine");
        Path data = Files.createDirectories(old.resolve("my-data"));
        Files.writeString(data.resolve("prices.csv"), "mine");
        pruneAll();
        assertThat(old.toFile().list()).containsExactlyInAnyOrder("notes.txt", "mine.hlog", "my-data");
        assertThat(data.resolve("prices.csv")).exists();
        assertThat(out.toString()).contains("notes.txt: not written by t2q", "kept: " + data + ": not written by t2q");
    }

    @Test
    void keepsAndReportsDirectoryWithUnreadableManifest() throws IOException {
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve("run.json"), "{");
        pruneAll();
        assertThat(broken.resolve("run.json")).exists();
        assertThat(out.toString()).contains("kept: " + broken.resolve("run.json") + ": is not JSON");
    }

    @Test
    void keepsForeignDirectoriesAndNeverFollowsLinks(@TempDir Path elsewhere) throws IOException {
        Path foreign = Files.createDirectories(folder.resolve("foreign"));
        Files.writeString(foreign.resolve("run.json"), "{\"product\":\"another\"}");
        Path outside = Files.move(run("outside", 40), elsewhere.resolve("outside"));
        Files.createSymbolicLink(folder.resolve("link"), outside);
        Path old = run("old", 40);
        Files.createSymbolicLink(old.resolve("truth-ticks.journal"), outside.resolve("ticks.journal"));
        pruneAll();
        assertThat(foreign.resolve("run.json")).exists();
        assertThat(outside.resolve("ticks.journal")).exists();
        assertThat(old.resolve("truth-ticks.journal")).isSymbolicLink();
    }

    @Test
    void previewListsRunsInUseAsKept() throws IOException {
        Path old = run("old", 40);
        Files.writeString(run("crashed", 50).resolve(Claim.FOLDER_LOCK), "t2q run (process 1)\n");
        try (Claim unused = Claim.folder(old, "t2q run", "wait")) {
            assertThat(prune("--keep", "0")).isZero();
            assertThat(prune("--keep", "0", "--yes")).isEqualTo(6);
        }
        assertThat(old.resolve("ticks.journal")).exists();
        assertThat(out.toString().lines().filter(line -> line.matches("keep .*old: in use by .*")))
                .as("in the preview and with --yes")
                .hasSize(2);
        assertThat(out.toString())
                .containsPattern("keep .*old: in use by .*")
                .containsPattern("would remove .*crashed\n")
                .contains("would be removed: 1 of 2");
    }

    @Test
    void latestLinkPointsToTheNewestRemainingRun() throws IOException {
        Path young = run("young", 1);
        Path newest = run("newest", 0);
        run("old", 9);
        Path link = latest("old");
        assertThat(prune("--older-than", "2d", "--yes")).isZero();
        assertThat(link.toRealPath()).isEqualTo(newest.toRealPath());
        assertThat(young).exists();
        pruneAll();
        assertThat(link).doesNotExist();
    }

    /** A directory kept for foreign files only is no longer a run. */
    @Test
    void latestLinkSkipsRemovedRunWhoseDirectoryRemains() throws IOException {
        Path old = run("old", 9);
        Path young = run("young", 1);
        Files.writeString(old.resolve("notes.txt"), "mine");
        Files.writeString(young.resolve("notes.txt"), "mine");
        Path link = latest("old");
        assertThat(prune("--older-than", "2d", "--yes")).isZero();
        assertThat(old.toFile().list()).containsExactly("notes.txt");
        assertThat(link.toRealPath()).isEqualTo(young.toRealPath());
        pruneAll();
        assertThat(young.toFile().list()).containsExactly("notes.txt");
        assertThat(Files.isSymbolicLink(link)).isFalse();
    }

    /** A matrix that has just begun has no matrix.json yet. */
    @Test
    void latestLinkToUnremovedDirectoryIsUnchanged() throws IOException {
        run("old", 9);
        run("young", 1);
        Path begun = Files.createDirectories(folder.resolve("begun"));
        Path link = latest("begun");
        assertThat(prune("--older-than", "2d", "--yes")).isZero();
        assertThat(link.toRealPath()).isEqualTo(begun.toRealPath());
    }

    @Test
    void removesAMatrixWithItsRuns() throws IOException {
        Path matrix = Files.createDirectories(folder.resolve("m"));
        Files.writeString(
                matrix.resolve("matrix.json"),
                "{\"product\":\"tick-to-quote 1\",\"startedUtc\":\"2020-01-01T00:00:00Z\"}");
        for (String file : List.of("matrix.yaml", "resolved.json", "comparison.json", "curves.csv", "index.html")) {
            Files.writeString(matrix.resolve(file), "x");
        }
        Path run = run("m/CASE/1-1", 400);
        assertThat(run).exists();
        assertThat(prune("--older-than", "1w", "--yes")).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesARunDirectoryAndInvalidRules() throws IOException {
        run("old", 40);
        assertThat(prune("--older-than", "soon")).isEqualTo(2);
        assertThat(prune("--keep", "-1")).isEqualTo(2);
        folder = folder.resolve("old");
        assertThat(prune("--keep", "0", "--yes")).isEqualTo(2);
        assertThat(err.toString()).contains("is a run or matrix");
    }
}
