package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.replay.NotingFeed.Sent;

final class PacerTest extends ReplayFixture {
    private static final long T0_NS = 1_000_000_000L;
    private static final long MS = 1_000_000;

    private final ManualTime time = new ManualTime(0);
    private final NotingFeed feed = new NotingFeed(time);

    private List<Line> replay(List<RecordedQuote> quotes) {
        assertThat(replay(quotes, () -> false, feed)).isTrue();
        return linesOf("0.journal");
    }

    /** Replays to feeds, each with the journal of its place in the list. Returns whether all ticks were sent. */
    private boolean replay(List<RecordedQuote> quotes, BooleanSupplier stop, NotingFeed... feeds) {
        Recording recording = recorded(quotes);
        List<JournaledFeed> outlets = new ArrayList<>();
        for (NotingFeed each : feeds) {
            outlets.add(journaled(each, outlets.size() + ".journal", quotes.size()));
        }
        Pacer pacer = new Pacer(recording, outlets, time, time);
        pacer.open(99, 1);
        boolean finished =
                pacer.play(TickSequence.measured(recording, new Window(0, quotes.size()), T0_NS, Speed.REAL), stop);
        pacer.end();
        return finished;
    }

    @Test
    void sendsEveryTickAtItsIntendedTimeAndJournalsIt() {
        List<RecordedQuote> quotes = TestRecording.quotes(50, i -> i * i * MS);
        List<Line> lines = replay(quotes);

        assertThat(lines).extracting(Line::quote).isEqualTo(quotes);
        for (int i = 0; i < 50; i++) {
            long atNs = T0_NS + (long) i * i * MS;
            assertThat(lines.get(i))
                    .extracting(Line::tickId, Line::intendedNs, Line::sentNs)
                    .containsExactly(i + 1L, atNs, atNs);
            assertThat(feed.sent.get(i)).extracting(Sent::tickId, Sent::atNs).containsExactly(i + 1L, atNs);
        }
    }

    @Test
    void stallCountsAsLagAndDoesNotShiftTheSchedule() {
        long stallNs = 500 * MS;
        time.stall(T0_NS + 100 * MS, stallNs);
        List<Line> lines = replay(TestRecording.quotes(1_000, i -> i * MS));

        for (int i = 0; i < 1_000; i++) {
            assertThat(lines.get(i).intendedNs()).isEqualTo(T0_NS + i * MS);
            long expectedLagNs = i < 100 || i >= 600 ? 0 : stallNs - (i - 100) * MS;
            assertThat(lines.get(i).lagNs()).as("tick %d", i).isEqualTo(expectedLagNs);
        }
        LagStatistics lag = LagStatistics.of(folder.resolve("0.journal"));
        assertThat(lag.distribution().max()).isEqualTo(stallNs);
        assertThat(lag.ticks()).isEqualTo(1_000);
    }

    @Test
    void blockedSendDelaysLaterTicks() {
        feed.during = tickId -> time.advance(tickId == 10 ? 25 * MS : 0);
        List<Line> lines = replay(TestRecording.quotes(100, i -> i * MS));
        assertThat(lines.get(9).lagNs()).isZero();
        assertThat(lines.get(10).lagNs()).isEqualTo(24 * MS);
        assertThat(lines.get(33).lagNs()).isEqualTo(MS);
        assertThat(lines.get(34).lagNs()).isZero();
    }

    /** The remainder below the journal's unit is added to the next wait. */
    @Test
    void journalsWaitTimeOfSendsWithoutLoss() {
        long[] waits = {0, 25 * MS, 0, 9_999, 2, 0, 30_000};
        feed.during = tickId -> {
            time.advance(waits[(int) tickId - 1]);
            feed.waitedNs += waits[(int) tickId - 1];
        };
        List<Line> lines = replay(TestRecording.quotes(waits.length, i -> i * MS));
        assertThat(lines).extracting(Line::waitedNs).containsExactly(0L, 25 * MS, 0L, 0L, 10_000L, 0L, 30_000L);
        assertThat(lines).extracting(Line::waited).containsExactly(false, true, false, true, true, false, true);
    }

    @Test
    void sendsHeartbeatAfterEverySecondOfSilence() {
        long[] times = {0, 10 * MS, 3_500 * MS};
        replay(TestRecording.quotes(3, i -> times[(int) i]));
        long lastNs = T0_NS + 10 * MS;
        assertThat(feed.heartbeatsAtNs).containsExactly(lastNs + 1_000 * MS, lastNs + 2_000 * MS, lastNs + 3_000 * MS);
        assertThat(feed.heartbeatIds).containsOnly(3L);
    }

    @Test
    void sendsNoHeartbeatThatCouldDelayATick() {
        long[] times = {0, 1_004 * MS, 2_500 * MS};
        time.stall(T0_NS + 2_004 * MS, 495 * MS);
        List<Line> lines = replay(TestRecording.quotes(3, i -> times[(int) i]));
        assertThat(feed.heartbeatsAtNs).isEmpty();
        assertThat(lines).extracting(Line::lagNs).containsOnly(0L);
    }

    /** A heartbeat of the idle feed could delay a tick that is due within {@link Pacer#CLEARANCE_NS}. */
    @ParameterizedTest
    @CsvSource({"100, 1000, 1100", "3, 2000, 2003"})
    void idleFeedGetsAHeartbeatAfterASecondOrBeforeAnImminentTickAfterTwo(long everyMs, long leastMs, long mostMs) {
        int ticks = (int) (4_000 / everyMs);
        Recording recording = recorded(TestRecording.quotes(ticks, i -> i * everyMs * MS));
        NotingFeed idleFeed = new NotingFeed(time);
        Pacer idle = new Pacer(recording, List.of(journaled(idleFeed, "idle.journal", ticks)), time, time);
        Pacer pacer = new Pacer(recording, List.of(journaled(feed, "0.journal", ticks)), time, time);
        pacer.setIdlePacer(idle);
        idle.open(99, 7);
        pacer.open(99, 1);
        pacer.play(
                TickSequence.measured(recording, new Window(0, ticks), time.nanoTime() + MS, Speed.REAL), () -> false);
        assertThat(idleFeed.heartbeatIds).isNotEmpty().containsOnly(7L);
        long lastNs = 0;
        for (long atNs : idleFeed.heartbeatsAtNs) {
            assertThat(atNs - lastNs).isBetween(leastMs * MS, mostMs * MS);
            lastNs = atNs;
        }
        assertThat(pacer.place()).isEqualTo("tick " + (ticks + 1));
    }

    @Test
    void endsSessionWithLastSentTickWhenStopped() {
        BooleanSupplier stop = () -> time.nanoTime() > T0_NS + 41 * MS + MS / 2;
        assertThat(replay(TestRecording.quotes(100, i -> i * MS), stop, feed)).isFalse();
        assertThat(linesOf("0.journal")).hasSize(42);
        assertThat(feed.ended).containsExactly(42L);
    }

    /** Each send takes a microsecond, which is the lag of the second feed. */
    @Test
    void sendsEachTickToBothOutletsInAlternatingOrder() {
        NotingFeed other = new NotingFeed(time);
        feed.during = tickId -> time.advance(1_000);
        other.during = tickId -> time.advance(1_000);
        List<RecordedQuote> quotes = TestRecording.quotes(20, i -> i * MS);
        assertThat(replay(quotes, () -> false, feed, other)).isTrue();
        List<Line> one = linesOf("0.journal");
        List<Line> two = linesOf("1.journal");
        assertThat(one).extracting(Line::quote).isEqualTo(quotes);
        assertThat(two).extracting(Line::quote).isEqualTo(quotes);
        assertThat(two)
                .extracting(Line::intendedNs)
                .isEqualTo(one.stream().map(Line::intendedNs).toList());
        for (int i = 0; i < 20; i++) {
            assertThat(one.get(i).lagNs()).as("tick %d", i).isEqualTo(i % 2 == 0 ? 0 : 1_000);
            assertThat(two.get(i).lagNs()).as("tick %d", i).isEqualTo(i % 2 == 0 ? 1_000 : 0);
        }
        for (NotingFeed each : List.of(feed, other)) {
            assertThat(each.opened)
                    .containsExactly(new SessionOpening(99, 1, TestRecording.INSTRUMENTS, TestRecording.VENUES));
            assertThat(each.ended).containsExactly(20L);
        }
    }
}
