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

    private int prune(String... arguments) {
        String[] line = new String[arguments.length + 2];
        line[0] = "prune";
        line[1] = folder.toString();
        System.arraycopy(arguments, 0, line, 2, arguments.length);
        return RootCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line);
    }

    private Path run(String name, Duration age) throws IOException {
        Path run = Files.createDirectories(folder.resolve(name));
        Files.writeString(
                run.resolve("run.json"),
                "{\"product\":\"tick-to-quote 1\",\"startedAt\":\""
                        + Instant.now().minus(age) + "\"}");
        for (String file : new String[] {
            "ticks.journal",
            "quotes-00.journal",
            "summary.json",
            "response.hlog",
            "report.html",
            "replayer.log",
            "hs_err-4711.log",
            "hs_err-fix-clients-4711.log",
            "javacore-4711.0001.txt",
            "ssh-deputy-load.log"
        }) {
            Files.writeString(run.resolve(file), "x");
        }
        return run;
    }

    @Test
    void removesNothingWithoutYes() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        assertThat(prune("--older-than", "30d")).isZero();
        assertThat(out.toString()).contains("would remove", "old", "would be removed: 1 of 1", "Add --yes");
        assertThat(old.resolve("ticks.journal")).exists();
    }

    @Test
    void listsAllRunsWithoutARule() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        assertThat(prune()).isZero();
        assertThat(out.toString()).contains("keep", "would be removed: 0 of 1", "--keep N, --older-than AGE");
        assertThat(prune("--yes")).isEqualTo(2);
        assertThat(old).exists();
    }

    @Test
    void removesRunsThatNoRuleKeeps() throws IOException {
        Path older = run("older", Duration.ofDays(50));
        Path old = run("old", Duration.ofDays(40));
        Path young = run("young", Duration.ofDays(1));
        assertThat(prune("--keep", "2", "--older-than", "30d", "--yes")).isZero();
        assertThat(older).doesNotExist();
        assertThat(old).exists();
        assertThat(prune("--keep", "0", "--older-than", "12h", "--yes")).isZero();
        assertThat(young).doesNotExist();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void removesEveryFileDefinedByRunDirectory() throws IOException, ReflectiveOperationException {
        Path old = run("old", Duration.ofDays(40));
        RunDirectory files = new RunDirectory(old);
        for (Method method : RunDirectory.class.getMethods()) {
            if (method.getReturnType().equals(Path.class) && method.getParameterCount() == 0) {
                Path file = (Path) method.invoke(files);
                if (Files.notExists(file)) {
                    Files.writeString(file, "x");
                }
            }
        }
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(out.toString()).doesNotContain("kept");
        assertThat(old).doesNotExist();
    }

    @Test
    void removesFilesOfControlJvmAndEpisodeRecordings() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        RunDirectory files = new RunDirectory(old);
        for (Path file : List.of(
                files.log(Role.CONTROL),
                old.resolve("gc-control.log"),
                old.resolve("audit-control.jsonl"),
                old.resolve("hiccups-control.journal"),
                old.resolve("hiccups-control.hlog"),
                files.episode(files.applicationFlight(), 1),
                files.episode(files.applicationProfile(), 10))) {
            Files.writeString(file, "x");
        }
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(out.toString()).doesNotContain("kept");
        assertThat(old).doesNotExist();
    }

    @Test
    void keepsAndReportsFilesNotWrittenByT2q() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        Files.writeString(old.resolve("notes.txt"), "mine");
        Files.writeString(old.resolve("mine.hlog"), "mine");
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(old.toFile().list()).containsExactlyInAnyOrder("notes.txt", "mine.hlog");
        assertThat(out.toString()).contains("notes.txt: not written by t2q");
    }

    @Test
    void keepsAndReportsForeignDirectoryInARun() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        Path data = Files.createDirectories(old.resolve("my-data"));
        Files.writeString(data.resolve("prices.csv"), "mine");
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(data.resolve("prices.csv")).exists();
        assertThat(out.toString()).contains("kept: " + data + ": not written by t2q");
    }

    @Test
    void keepsAndReportsDirectoryWithUnreadableManifest() throws IOException {
        Path broken = Files.createDirectories(folder.resolve("broken"));
        Files.writeString(broken.resolve("run.json"), "{");
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(broken.resolve("run.json")).exists();
        assertThat(out.toString()).contains("kept: " + broken.resolve("run.json") + ": is not JSON");
    }

    @Test
    void keepsForeignDirectoriesAndNeverFollowsLinks(@TempDir Path elsewhere) throws IOException {
        Path foreign = Files.createDirectories(folder.resolve("foreign"));
        Files.writeString(foreign.resolve("run.json"), "{\"product\":\"another\"}");
        Path outside = Files.move(run("outside", Duration.ofDays(40)), elsewhere.resolve("outside"));
        Files.createSymbolicLink(folder.resolve("link"), outside);
        Path old = run("old", Duration.ofDays(40));
        Files.createSymbolicLink(old.resolve("truth-ticks.journal"), outside.resolve("ticks.journal"));
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(foreign.resolve("run.json")).exists();
        assertThat(outside.resolve("ticks.journal")).exists();
        assertThat(old.resolve("truth-ticks.journal")).isSymbolicLink();
    }

    @Test
    void keepsRunsInUse() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        try (Claim unused = Claim.folder(old, "t2q run", "wait")) {
            assertThat(prune("--keep", "0", "--yes")).isEqualTo(6);
        }
        assertThat(old.resolve("ticks.journal")).exists();
        assertThat(out.toString()).containsPattern("keep .*old: in use by .*");
    }

    @Test
    void previewListsRunsInUseAsKept() throws IOException {
        Path old = run("old", Duration.ofDays(40));
        Files.writeString(run("crashed", Duration.ofDays(50)).resolve(Claim.FOLDER_LOCK), "t2q run (process 1)\n");
        try (Claim unused = Claim.folder(old, "t2q run", "wait")) {
            assertThat(prune("--keep", "0")).isZero();
        }
        assertThat(out.toString())
                .containsPattern("keep .*old: in use by .*")
                .containsPattern("would remove .*crashed\n")
                .contains("would be removed: 1 of 2");
    }

    @Test
    void latestLinkPointsToTheNewestRemainingRun() throws IOException {
        Path young = run("young", Duration.ofDays(1));
        Path newest = run("newest", Duration.ofHours(1));
        run("old", Duration.ofDays(9));
        Path link = Files.createSymbolicLink(folder.resolve("latest"), Path.of("old"));
        assertThat(prune("--older-than", "2d", "--yes")).isZero();
        assertThat(link.toRealPath()).isEqualTo(newest.toRealPath());
        assertThat(young).exists();
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(link).doesNotExist();
    }

    /** A directory kept for foreign files only is no longer a run. */
    @Test
    void latestLinkSkipsRemovedRunWhoseDirectoryRemains() throws IOException {
        Path old = run("old", Duration.ofDays(9));
        Path young = run("young", Duration.ofDays(1));
        Files.writeString(old.resolve("notes.txt"), "mine");
        Files.writeString(young.resolve("notes.txt"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve("latest"), Path.of("old"));
        assertThat(prune("--older-than", "2d", "--yes")).isZero();
        assertThat(old.toFile().list()).containsExactly("notes.txt");
        assertThat(link.toRealPath()).isEqualTo(young.toRealPath());
        assertThat(prune("--keep", "0", "--yes")).isZero();
        assertThat(young.toFile().list()).containsExactly("notes.txt");
        assertThat(Files.isSymbolicLink(link)).isFalse();
    }

    /** A matrix that has just begun has no matrix.json yet. */
    @Test
    void latestLinkToUnremovedDirectoryIsUnchanged() throws IOException {
        run("old", Duration.ofDays(9));
        run("young", Duration.ofDays(1));
        Path begun = Files.createDirectories(folder.resolve("begun"));
        Path link = Files.createSymbolicLink(folder.resolve("latest"), Path.of("begun"));
        assertThat(prune("--older-than", "2d", "--yes")).isZero();
        assertThat(link.toRealPath()).isEqualTo(begun.toRealPath());
    }

    @Test
    void removesAMatrixWithItsRuns() throws IOException {
        Path matrix = Files.createDirectories(folder.resolve("m"));
        Files.writeString(
                matrix.resolve("matrix.json"),
                "{\"product\":\"tick-to-quote 1\",\"startedUtc\":\"2020-01-01T00:00:00Z\"}");
        for (String file :
                new String[] {"matrix.yaml", "resolved.json", "comparison.json", "curves.csv", "index.html"}) {
            Files.writeString(matrix.resolve(file), "x");
        }
        Path run = run("m/CASE/1-1", Duration.ofDays(400));
        assertThat(run).exists();
        assertThat(prune("--older-than", "1w", "--yes")).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesARunDirectoryAndInvalidRules() throws IOException {
        run("old", Duration.ofDays(40));
        assertThat(prune("--older-than", "soon")).isEqualTo(2);
        assertThat(prune("--keep", "-1")).isEqualTo(2);
        folder = folder.resolve("old");
        assertThat(prune("--keep", "0", "--yes")).isEqualTo(2);
        assertThat(err.toString()).contains("is a run or matrix");
    }
}
