package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Refusal;

class RunFolderTest {
    private static final String[] OURS = {
        "run.json",
        "clients.json",
        "fix-clients.json",
        "ticks.journal",
        "warmup.journal",
        "quotes-00.journal",
        "quotes-24.journal",
        "gc-replayer.log",
        "gc-fix-clients.log",
        "gc-harness.log.1",
        "hiccups-harness.journal",
        "audit-replayer.jsonl",
        "guardian.log"
    };

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void nameIt() {
        path = folder.resolve("results/run");
    }

    private RunFolder created() {
        RunFolder run = RunFolder.at(path);
        run.create();
        return run;
    }

    private void write(String... names) throws IOException {
        for (String name : names) {
            Files.writeString(path.resolve(name), name);
        }
    }

    private Stream<String> left() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @Test
    void isMadeOnlyWhenTheRunBegins() {
        RunFolder run = RunFolder.at(path);
        assertThat(folder).isEmptyDirectory();
        run.create();
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void isRemovedWithTheFoldersThatWereMadeForIt() throws IOException {
        RunFolder run = created();
        write(OURS);
        write("gc.log", "truth-ticks.journal", "pricing-app.log");
        run.removeUnmeasured(true, false);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void staysWhereItWasThereBefore() throws IOException {
        Files.createDirectories(path);
        RunFolder run = created();
        write(OURS);
        run.removeUnmeasured(true, false);
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void keepsWhatOthersWrote() throws IOException {
        RunFolder run = created();
        write(OURS);
        write("gc.log", "truth-ticks.journal", "notes.txt", "my-ticks.journal", "replayer.log.txt");
        run.removeUnmeasured(false, false);
        assertThat(left())
                .containsExactly("gc.log", "my-ticks.journal", "notes.txt", "replayer.log.txt", "truth-ticks.journal");
        assertThatThrownBy(() -> RunFolder.at(path)).isInstanceOf(Refusal.class).hasMessageContaining("is not empty");
    }

    @Test
    void keepsLogsThatSaySomethingAndGivesWayToTheNextRun() throws IOException {
        RunFolder run = created();
        write(OURS);
        write("pricing-app.log");
        Files.createFile(path.resolve("fix-clients.log"));
        run.removeUnmeasured(false, true);
        assertThat(left()).containsExactly("guardian.log", "pricing-app.log");
        created();
        assertThat(path).isEmptyDirectory();
    }

    @Test
    void refusesAPathThatTheJvmsLogCannotName() {
        assertThatThrownBy(() -> RunFolder.at(folder.resolve("50%t")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("must not hold");
    }
}
