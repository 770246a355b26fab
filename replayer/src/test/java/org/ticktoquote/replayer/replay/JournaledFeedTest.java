package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

/** Tests departure and wait times of ticks as reported by the feed. */
final class JournaledFeedTest extends ReplayFixture {
    private static final int TICKS = 3;
    private static final long T0_NS = 1_000_000_000L;
    private static final long MS = 1_000_000;

    private final ManualTime time = new ManualTime(T0_NS);
    private final NotingFeed feed = new NotingFeed(time);
    private Recording recording;
    private JournaledFeed outlet;

    @BeforeEach
    void open() {
        recording = recorded(TestRecording.quotes(TICKS, i -> i * MS));
        outlet = journaled(feed, "ticks.journal", TICKS);
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

    /** Makes sends encrypt first, then wait with a part of the message written. */
    private void sends(long encryptsNs, long waitsNs) {
        feed.left = calledNs -> calledNs + encryptsNs;
        feed.during = tickId -> {
            time.advance(encryptsNs + waitsNs);
            feed.waitedNs += waitsNs;
        };
    }

    @ParameterizedTest
    @CsvSource({"0, 25000000, false", "40000, 0, false", "40000, 3000000, false", "40000, 5000000, true"})
    void tickLeavesAfterItsEncryptionAndBeforeItsWait(long encryptsNs, long waitsNs, boolean fails) {
        feed.failing = tickId -> fails && tickId == 1;
        sends(encryptsNs, waitsNs);
        assertThat(send(0)).isEqualTo(encryptsNs);
        assertThat(outlet.lagNs()).isEqualTo(encryptsNs);
        assertThat(outlet.failed()).isEqualTo(fails ? 1 : 0);
        sends(0, 0);
        assertThat(send(1)).isZero();
        assertThat(linesOf("ticks.journal"))
                .extracting(Line::lagNs, Line::waitedNs, Line::waited, Line::failed)
                .containsExactly(tuple(encryptsNs, waitsNs, waitsNs > 0, fails), tuple(0L, 0L, false, false));
    }

    @Test
    void batchedTickHasTimeOfThePreviousTick() {
        assertThat(send(0)).isZero();
        time.advance(MS);
        feed.leftAlready = true;
        assertThat(send(1)).isEqualTo(-MS);
        feed.leftAlready = false;
        assertThat(send(2)).isZero();
        assertThat(linesOf("ticks.journal")).extracting(Line::lagNs).containsExactly(0L, -MS, 0L);
    }
}
