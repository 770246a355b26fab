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

    @Test
    void closedJournalIsCompleteWithItsClocks() {
        written(3).close();
        try (JournalInput input = opened()) {
            JournalState state = readThrough(input);
            assertThat(state.isComplete()).isTrue();
            assertThat(state.records()).isEqualTo(3);
            assertThat(state.start()).isNotEqualTo(UNKNOWN);
            assertThat(state.end()).isNotEqualTo(UNKNOWN);
        }
    }

    @Test
    void missingJournalHasNoClocks() {
        try (JournalInput input = opened()) {
            JournalState state = readThrough(input);
            assertThat(state.damage()).isEqualTo("is missing");
            assertThat(state.records()).isZero();
            assertThat(state.start()).isEqualTo(UNKNOWN);
            assertThat(state.end()).isEqualTo(UNKNOWN);
        }
    }

    @Test
    void unclosedJournalHasNoEndClock() {
        try (JournalWriter open = written(2);
                JournalInput input = opened()) {
            JournalState state = readThrough(input);
            assertThat(open.committed()).isEqualTo(2);
            assertThat(state.damage()).isEqualTo("was not closed by its writer");
            assertThat(state.records()).isEqualTo(2);
            assertThat(state.start()).isNotEqualTo(UNKNOWN);
            assertThat(state.end()).isEqualTo(UNKNOWN);
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
            JournalState state = input.state();
            assertThat(state.damage()).isEqualTo("holds nonsense");
            assertThat(state.records()).isEqualTo(1);
            assertThat(state.end()).isEqualTo(UNKNOWN);
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
