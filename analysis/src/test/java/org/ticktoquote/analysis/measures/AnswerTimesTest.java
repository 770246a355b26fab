package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.TickResults;

class AnswerTimesTest {
    @TempDir
    private Path directory;

    @AutoClose
    private TickResults results;

    @BeforeEach
    void create() {
        results = TickResults.create(directory.resolve("tick-results.bin"), 1);
    }

    private void tick(long intendedNs, long lastClientNs, int lost) {
        long id = results.append(intendedNs, intendedNs + 1, 0, 0, 1);
        results.setClients(id, lastClientNs, lastClientNs, lastClientNs, lost);
    }

    @Test
    void lastIsTheLatestAnswerOfAnyTick() {
        tick(100, 950, 0);
        tick(200, 30, 0);
        assertThat(results.lastAnswerNs()).hasValue(1_050);
    }

    @Test
    void lastIsTheLastTickIfNoAnswerFollows() {
        tick(100, 50, 0);
        tick(200, TickResults.NONE, 0);
        assertThat(results.lastAnswerNs()).hasValue(201);
    }

    @Test
    void lastIsUnknownIfATickWasLost() {
        tick(100, 50, 0);
        tick(200, 60, 1);
        assertThat(results.lastAnswerNs()).isEmpty();
    }

    @Test
    void lastIsUnknownWithoutTicks() {
        assertThat(results.lastAnswerNs()).isEmpty();
    }
}
