package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** Every existing or expected journal of a run is played or reported. */
final class RunJournalsTest {
    @TempDir
    Path directory;

    private void empty(Path file, JournalSchema schema) {
        JournalWriter.at(file, schema).recordsPerSegment(1).open().close();
    }

    /** Plays a run with empty journals of the ticks and of its only session. */
    private List<JournalState> play(long warmUpTicks) {
        RunDirectory run = new RunDirectory(directory);
        empty(run.ticks(), TickRecord.SCHEMA);
        empty(run.quotes(0), SnapshotRecord.SCHEMA);
        RunManifest manifest = ManifestFixture.of(
                1, List.of(new SessionPlan(0, "a", 0, List.of(0))), MatchScene.BY_ID, List.of(0L), warmUpTicks);
        MatchScene scene = new MatchScene(directory, MatchScene.BY_ID);
        try (scene) {
            DueTicks model = new DueTicks(
                    manifest.declared().model(), manifest.recording().instruments(), 1);
            return new RunJournals(run, manifest, 0).play(model, scene.matcher);
        }
    }

    private static List<String> names(List<JournalState> states) {
        return states.stream()
                .map(state -> state.file().getFileName() + (state.isComplete() ? "" : " " + state.damage()))
                .toList();
    }

    @Test
    void runWithoutAWarmUpHasNoWarmUpJournal() {
        assertThat(names(play(0))).containsExactly("ticks.journal", "quotes-00.journal");
    }

    @Test
    void reportsMissingJournalOfAWarmUp() {
        assertThat(names(play(5))).containsExactly("warmup.journal is missing", "ticks.journal", "quotes-00.journal");
    }

    /** The manifest of an aborted run does not contain the progress of the warm-up. */
    @Test
    void playsAWarmUpUnknownToTheManifest() {
        empty(new RunDirectory(directory).warmUp(), TickRecord.SCHEMA);
        assertThat(names(play(0))).containsExactly("warmup.journal", "ticks.journal", "quotes-00.journal");
    }

    @Test
    void unmapsAllJournals() throws IOException {
        String path = directory.toRealPath().toString();
        play(0);
        assertThat(Files.readAllLines(Path.of("/proc/self/maps")))
                .noneMatch(line -> line.contains(path) && line.contains(".journal"));
    }
}
