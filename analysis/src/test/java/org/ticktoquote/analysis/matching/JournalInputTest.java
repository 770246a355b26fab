package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;

/** Damage is reported, and unknown clocks stay unknown. */
final class JournalInputTest {
    private static final ClockPair UNKNOWN = new ClockPair(0, 0, 0);

    @TempDir
    Path directory;

    private JournalWriter written(int records) {
        JournalWriter writer = JournalWriter.at(directory.resolve("ticks"), TickRecord.SCHEMA)
                .recordsPerSegment(8)
                .open();
        for (int i = 0; i < records; i++) {
            writer.claim();
            writer.commit();
        }
        return writer;
    }

    private JournalInput opened() {
        return JournalInput.open(directory.resolve("ticks"), TickRecord.SCHEMA, JournalOrigin.NO_RUN);
    }

    private static JournalState readThrough(JournalInput input) {
        while (input.next()) {
            assertThat(input.reader()).isNotNull();
        }
        return input.state();
    }

    private static void assertRead(
            JournalState state, String damage, long records, boolean startKnown, boolean endKnown) {
        assertThat(state.damage()).isEqualTo(damage);
        assertThat(state.records()).isEqualTo(records);
        assertThat(!state.start().equals(UNKNOWN)).isEqualTo(startKnown);
        assertThat(!state.end().equals(UNKNOWN)).isEqualTo(endKnown);
    }

    @Test
    void closedJournalIsCompleteWithItsClocks() {
        written(3).close();
        try (JournalInput input = opened()) {
            assertRead(readThrough(input), "", 3, true, true);
            assertThat(input.state().isComplete()).isTrue();
        }
    }

    @Test
    void missingJournalHasNoClocks() {
        try (JournalInput input = opened()) {
            assertRead(readThrough(input), "is missing", 0, false, false);
        }
    }

    @Test
    void unclosedJournalHasNoEndClock() {
        try (JournalWriter open = written(2);
                JournalInput input = opened()) {
            assertRead(readThrough(input), "was not closed by its writer", 2, true, false);
            assertThat(open.committed()).isEqualTo(2);
        }
    }

    /** Reading stopped before its end, so the end clock does not apply to the records read. */
    @Test
    void damagedJournalHasNoEndClock() {
        written(3).close();
        try (JournalInput input = opened()) {
            assertThat(input.next()).isTrue();
            input.damaged("holds nonsense");
            assertThat(input.next()).isFalse();
            assertRead(input.state(), "holds nonsense", 1, true, false);
        }
    }

    @Test
    void closingUnmapsTheJournal() throws IOException {
        written(1).close();
        JournalInput input = opened();
        assertThat(mapped()).isTrue();
        input.close();
        assertThat(mapped()).isFalse();
    }

    private boolean mapped() throws IOException {
        String name = directory.toRealPath().resolve("ticks").toString();
        return Files.readAllLines(Path.of("/proc/self/maps")).stream().anyMatch(line -> line.contains(name));
    }
}
