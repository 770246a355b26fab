package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.LongUnaryOperator;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.site.JournalQuoteTail;
import org.ticktoquote.harness.site.JournalTickTail;

class WarmUpWatchTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path directory;

    private final CachedNanoClock clock = new CachedNanoClock();
    private JournalWriter ticks;
    private JournalWriter first;
    private JournalWriter second;
    private WarmUpWatch watch;
    private long id = TickRecord.WARM_UP_BASE;

    @BeforeEach
    void open() {
        RunDirectory run = new RunDirectory(directory);
        ticks = JournalWriter.at(run.warmUp(), TickRecord.SCHEMA).open();
        first = JournalWriter.at(run.quotes(0), SnapshotRecord.SCHEMA).open();
        second = JournalWriter.at(run.quotes(1), SnapshotRecord.SCHEMA).open();
        watch = new WarmUpWatch(
                new JournalTickTail(run),
                new JournalQuoteTail(run, 2),
                LongUnaryOperator.identity(),
                true,
                new WarmUpPlan(0, 0, 4, 3, 0.25),
                clock);
    }

    @AfterEach
    void close() {
        watch.close();
        ticks.close();
        first.close();
        second.close();
    }

    private void answered(int count, long responseNs) {
        for (int i = 0; i < count; i++) {
            id++;
            long intendedNs = id * MS;
            TickRecord.putTimes(ticks.buffer(), ticks.claim(), id, intendedNs, intendedNs, 0);
            ticks.commit();
            snapshot(first, id, intendedNs + responseNs);
        }
        watch.look();
    }

    private static void snapshot(JournalWriter journal, long id, long receivedNs) {
        int at = journal.claim();
        SnapshotRecord.putArrival(journal.buffer(), at, receivedNs, 1, 0);
        SnapshotRecord.putTop(journal.buffer(), at, id, 1, 2, 0, 0);
        journal.commit();
    }

    @Test
    void isSteadyWhenThreeBlocksAgree() {
        watch.burstBegins(id);
        answered(4, 5 * MS);
        answered(4, 10 * MS);
        answered(4, 11 * MS);
        assertThat(watch.steady()).isFalse();
        answered(4, 12 * MS);
        assertThat(watch.steady()).isTrue();
        assertThat(watch.lastMedians()).containsExactly(10 * MS, 11 * MS, 12 * MS);
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
    void leavesOutWhatCameBeforeTheBurst() {
        answered(12, 10 * MS);
        assertThat(watch.steady()).isFalse();
        watch.burstBegins(id);
        answered(12, 10 * MS);
        assertThat(watch.steady()).isTrue();
    }

    @Test
    void isQuietOnlyTwiceTheSlowestAnswerAfterTheLastSnapshotOfAnySession() {
        watch.burstBegins(id);
        clock.update(0);
        answered(1, 400 * MS);
        clock.update(700 * MS);
        assertThat(watch.quiet(300 * MS)).isFalse();
        snapshot(second, id, 0);
        watch.look();
        clock.update(1400 * MS);
        assertThat(watch.quiet(300 * MS)).isFalse();
        clock.update(1501 * MS);
        assertThat(watch.quiet(300 * MS)).isTrue();
    }

    @Test
    void passesOverSnapshotsWithoutAWarmUpId() {
        watch.burstBegins(id);
        snapshot(first, SnapshotRecord.NO_ID, 1);
        snapshot(first, 7, 1);
        watch.look();
        assertThat(watch.lastMedians()).isEmpty();
    }
}
