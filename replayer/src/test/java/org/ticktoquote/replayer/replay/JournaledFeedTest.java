package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

/** Tests departure and wait times of ticks as reported by the feed. */
final class JournaledFeedTest {
    private static final int TICKS = 3;
    private static final long T0_NS = 1_000_000_000L;
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private final ManualTime time = new ManualTime(T0_NS);
    private final NotingFeed feed = new NotingFeed(time);
    private final Resources resources = new Resources();
    private Recording recording;
    private TickJournal journal;
    private JournaledFeed outlet;

    /**
     * Journal entry of a tick.
     *
     * @param lagNs from the intended time to the departure
     */
    private record Line(long lagNs, long waitedNs, boolean waited, boolean failed) {}

    @BeforeEach
    void open() {
        recording = resources.add(TestRecording.of(folder, TestRecording.quotes(TICKS, i -> i * MS)));
        journal = resources.add(TickJournal.create(folder.resolve("ticks.journal"), JournalOrigin.NO_RUN, TICKS));
        outlet = new JournaledFeed(feed, journal);
    }

    @AfterEach
    void close() {
        resources.close();
    }

    /** Sends a tick with the current time as intended time. Returns its lag. */
    private long send(int index) {
        long intendedNs = time.nanoTime();
        outlet.prepare(
                recording.buffer(index), recording.offset(index), index + 1, recording.venueTimeNs(index), intendedNs);
        long leftNs = outlet.send(time);
        outlet.complete(intendedNs);
        return leftNs - intendedNs;
    }

    private List<Line> journal() {
        journal.close();
        List<Line> lines = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(folder.resolve("ticks.journal"), TickRecord.SCHEMA)) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                long lagNs = tick.sentNs() - tick.intendedNs();
                lines.add(new Line(lagNs, tick.waitedNs(), tick.sendWaited(), tick.sendFailed()));
            }
        }
        return lines;
    }

    /** Makes sends encrypt first, then wait with a part of the message written. */
    private void sends(long encryptsNs, long waitsNs) {
        feed.left = calledNs -> calledNs + encryptsNs;
        feed.during = tickId -> {
            time.advance(encryptsNs + waitsNs);
            feed.waitedNs += waitsNs;
        };
    }

    @Test
    void blockedTickLeavesWhenItsSendBegins() {
        sends(0, 25 * MS);
        assertThat(send(0)).isZero();
        sends(0, 0);
        assertThat(send(1)).isZero();
        assertThat(journal()).containsExactly(new Line(0, 25 * MS, true, false), new Line(0, 0, false, false));
    }

    @Test
    void encryptedTickLeavesAfterItsEncryption() {
        sends(40 * US, 0);
        assertThat(send(0)).isEqualTo(40 * US);
        assertThat(outlet.counter().lagNs()).isEqualTo(40 * US);
        assertThat(journal()).containsExactly(new Line(40 * US, 0, false, false));
    }

    @Test
    void blockedEncryptedTickLeavesBeforeTheWait() {
        sends(40 * US, 3 * MS);
        assertThat(send(0)).isEqualTo(40 * US);
        assertThat(journal()).containsExactly(new Line(40 * US, 3 * MS, true, false));
    }

    @Test
    void batchedTickHasTimeOfThePreviousTick() {
        assertThat(send(0)).isZero();
        time.advance(MS);
        feed.leftAlready = true;
        assertThat(send(1)).isEqualTo(-MS);
        feed.leftAlready = false;
        assertThat(send(2)).isZero();
        assertThat(journal()).extracting(Line::lagNs).containsExactly(0L, -MS, 0L);
    }

    @Test
    void failedTickHasTimeOfItsAttempt() {
        feed.failing = tickId -> true;
        sends(40 * US, 5 * MS);
        assertThat(send(0)).isEqualTo(40 * US);
        assertThat(outlet.counter().failed()).isEqualTo(1);
        assertThat(journal()).containsExactly(new Line(40 * US, 5 * MS, true, true));
    }
}
