package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.local.LocalOperations;

class WarmUpWatchTest {
    private static final long MS = 1_000_000;
    private static final ReplayerProtocol.WarmedUp NOTHING = new ReplayerProtocol.WarmedUp(0, 0, 0, 0, "asked");

    @TempDir
    private Path directory;

    private final CachedNanoClock clock = new CachedNanoClock();
    private JournalWriter ticks;
    private JournalWriter first;
    private JournalWriter second;
    private final List<LocalOperations> asked = new ArrayList<>();
    private WarmUpWatch watch;
    private long id = TickRecord.WARM_UP_BASE;

    @BeforeEach
    void open() {
        RunDirectory run = new RunDirectory(directory);
        ticks = JournalWriter.at(run.warmUp(), TickRecord.SCHEMA).open();
        first = JournalWriter.at(run.quotes(0), SnapshotRecord.SCHEMA).open();
        second = JournalWriter.at(run.quotes(1), SnapshotRecord.SCHEMA).open();
        watch = watch(true);
    }

    private WarmUpWatch watch(boolean identified) {
        LocalOperations here = new LocalOperations(new RunDirectory(directory), masks -> {});
        asked.add(here);
        return new WarmUpWatch(
                here::sentTicks,
                () -> here.receivedQuotes(2),
                LongUnaryOperator.identity(),
                identified,
                new RunPlan.WarmUp(0, 0, 4, 3, 0.25),
                clock);
    }

    @AfterEach
    void close() {
        asked.forEach(LocalOperations::close);
        ticks.close();
        first.close();
        second.close();
    }

    private void answered(int count, long responseNs) {
        for (int i = 0; i < count; i++) {
            tick();
            snapshot(first, id, id * MS + responseNs);
        }
        watch.poll();
    }

    private void tick() {
        id++;
        TickRecord.putTimes(ticks.buffer(), ticks.claim(), id, id * MS, id * MS, 0);
        ticks.commit();
    }

    /** Sends a tick every millisecond and answers twelve of them after {@code responseNs}; {@code more} stay unanswered. */
    private void queue(long responseNs, int more) {
        long from = id + 1;
        for (int i = 0; i < 12 + more; i++) {
            tick();
        }
        for (long answered = from; answered < from + 12; answered++) {
            snapshot(first, answered, answered * MS + responseNs);
        }
        watch.poll();
    }

    private RunManifest.WarmUp outcome(boolean silent) {
        return watch.outcome(new ReplayerProtocol.WarmedUp(id - TickRecord.WARM_UP_BASE, id, 100, 0, "asked"), silent);
    }

    private static void snapshot(JournalWriter journal, long id, long receivedNs) {
        int at = journal.claim();
        SnapshotRecord.putArrival(journal.buffer(), at, receivedNs, 1, 0);
        SnapshotRecord.putTop(journal.buffer(), at, id, 1, 2, 0, 0);
        journal.commit();
    }

    /** The watch has the first segment open; the writer moves on to the next one, which is removed. */
    @Test
    void endsWithOneLineIfTheRunDirectoryIsRemoved() throws IOException {
        ticks.close();
        RunDirectory run = new RunDirectory(Files.createDirectory(directory.resolve("rolled")));
        ticks = JournalWriter.at(run.warmUp(), TickRecord.SCHEMA)
                .recordsPerSegment(1)
                .open();
        try (LocalOperations here = new LocalOperations(run, masks -> {})) {
            tick();
            assertThat(here.sentTicks()).hasSize(1);
            tick();
            Path second = run.path().resolve("warmup.journal.1");
            Path removed = Files.move(second, directory.resolve("removed"));

            assertThatRefused(here::sentTicks).hasMessage(second + ": cannot be read: no such file or directory");
            Files.move(removed, second); // for the writer, which closes it
        }
    }

    /** As with an application that echoes ids off by one. */
    @Test
    void snapshotsBeforeTheirTickCountAsImmediateAnswers() {
        watch.burstBegins(id);
        for (int i = 0; i < 20; i++) {
            tick();
        }
        for (long before = TickRecord.WARM_UP_BASE + 1; before < id; before++) {
            snapshot(first, before + 1, before * MS + 1);
        }
        watch.poll();
        RunManifest.WarmUp outcome = outcome(false);
        assertThat(outcome.blockMedianNs()).isNotEmpty().allMatch(ns -> ns == 0);
        assertThat(outcome.blockBacklog()).isNotEmpty().allMatch(ticks -> ticks == 0);
    }

    @Test
    void isSteadyWhenThreeBlocksAgree() {
        watch.burstBegins(id);
        answered(4, 7 * MS);
        answered(4, 10 * MS);
        answered(4, 11 * MS);
        assertThat(watch.steady()).isFalse();
        answered(4, 12 * MS);
        assertThat(watch.steady()).isTrue();
        RunManifest.WarmUp outcome = outcome(true);
        assertThat(outcome.blockMedianNs()).containsExactly(10 * MS, 11 * MS, 12 * MS);
        assertThat(outcome.steady()).isTrue();
        assertThat(outcome.unsteady()).isEmpty();
    }

    @Test
    void isNotSteadyWhileEqualBlocksHaveABacklog() {
        answered(1, MS);
        watch.burstBegins(id);
        queue(4 * MS, 4);
        assertThat(watch.steady()).isFalse();
        RunManifest.WarmUp outcome = outcome(true);
        assertThat(outcome.blockMedianNs()).containsExactly(4 * MS, 4 * MS, 4 * MS);
        assertThat(outcome.blockBacklog()).containsExactly(4L, 4L, 4L);
        assertThat(outcome.unsteady()).containsExactly("backlog");
    }

    @Test
    void isSteadyIfConstantLatencyExplainsPendingTicks() {
        watch.burstBegins(id);
        queue(4 * MS, 4);
        assertThat(outcome(true).blockBacklog()).containsExactly(4L, 4L, 4L);
        assertThat(watch.steady()).isTrue();
    }

    @Test
    void isNotSteadyWhileTheTailOfEqualMediansGrows() {
        watch.burstBegins(id);
        answered(4, 10 * MS);
        answered(4, 10 * MS);
        answered(3, 10 * MS);
        answered(1, 16 * MS);
        assertThat(watch.steady()).isFalse();
        assertThat(outcome(true).unsteady()).containsExactly("tail");
        answered(8, 10 * MS);
        answered(4, 12 * MS);
        assertThat(watch.steady()).isTrue();
    }

    /**
     * By price: twelve ticks answered immediately, then {@code answers} more, the last one after {@code lastAfterMs}. Few or
     * usual answers, and those followed by a tick, are no backlog.
     */
    @ParameterizedTest
    @CsvSource({
        "3, 9, false, true, 3, false", "4, 9, false, true, 4, true", "4, 9, false, false, 4, false",
        "8, 2, false, true, 8, false", "8, 3, false, true, 8, true", "8, 9, true, true, 0, false"
    })
    void manyLateAnswersAfterTheLastTickAreABacklogWithoutIds(
            int answers, long lastAfterMs, boolean tickAgain, boolean silent, long answersAfter, boolean backlog) {
        WarmUpWatch byPrice = watch(false);
        tick();
        snapshot(first, SnapshotRecord.NO_ID, id * MS + MS);
        byPrice.burstBegins(id);
        for (int i = 0; i < 12; i++) {
            tick();
            snapshot(first, SnapshotRecord.NO_ID, id * MS);
        }
        byPrice.poll();
        assertThat(byPrice.steady()).isTrue();
        for (int i = 1; i <= answers; i++) {
            snapshot(first, SnapshotRecord.NO_ID, id * MS + lastAfterMs * MS * i / answers);
        }
        byPrice.poll();
        if (tickAgain) {
            tick();
            byPrice.poll();
        }
        RunManifest.WarmUp outcome = byPrice.outcome(NOTHING, silent);
        assertThat(outcome.answersAfter()).isEqualTo(answersAfter);
        assertThat(outcome.unsteady().contains("backlog")).isEqualTo(backlog);
        assertThat(outcome.blockBacklog()).isEmpty();
    }

    @Test
    void reportsTooFewAnswersToCompare() {
        answered(3, MS);
        assertThat(outcome(true).unsteady()).containsExactly("blocks");
    }

    @Test
    void isNotSteadyWhileBlocksDiffer() {
        watch.burstBegins(id);
        answered(4, 10 * MS);
        answered(4, 12 * MS);
        answered(4, 13 * MS);
        assertThat(watch.steady()).isFalse();
    }

    @Test
    void ignoresAnswersBeforeTheBurst() {
        answered(12, 10 * MS);
        assertThat(watch.steady()).isFalse();
        watch.burstBegins(id);
        answered(12, 10 * MS);
        assertThat(watch.steady()).isTrue();
    }

    @Test
    void isQuietAfterTwiceTheSlowestAnswerWithoutSnapshots() {
        watch.burstBegins(id);
        clock.update(0);
        answered(1, 400 * MS);
        clock.update(700 * MS);
        assertThat(watch.quiet(300 * MS)).isFalse();
        snapshot(second, id, 0);
        watch.poll();
        clock.update(1400 * MS);
        assertThat(watch.quiet(300 * MS)).isFalse();
        clock.update(1501 * MS);
        assertThat(watch.quiet(300 * MS)).isTrue();
    }

    @Test
    void ignoresSnapshotsWithoutAWarmUpId() {
        watch.burstBegins(id);
        snapshot(first, SnapshotRecord.NO_ID, 1);
        snapshot(first, 7, 1);
        watch.poll();
        assertThat(outcome(true).blockMedianNs()).isEmpty();
    }
}
