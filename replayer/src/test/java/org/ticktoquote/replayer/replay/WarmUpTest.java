package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.replay.NotingFeed.Sent;
import org.ticktoquote.replayer.replay.WarmUp.InitialQuotes;

/** Uses sixty seconds at 20 ticks a second, with 200 ticks in the second from 30.3 s. */
final class WarmUpTest extends ReplayFixture {
    private static final long S = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final int BEFORE = 606;
    private static final int DENSE = 200;
    private static final int TICKS = 1_380;
    private static final long DENSE_AT_NS = 30_300 * MS;

    private final ManualTime time = new ManualTime(7 * S);
    private final NotingFeed feed = new NotingFeed(time);
    private Recording recording;
    private Window window;
    private Pacer pacer;

    private static long timeNs(long i) {
        if (i < BEFORE) {
            return i * 50 * MS;
        }
        return i < BEFORE + DENSE
                ? DENSE_AT_NS + (i - BEFORE) * 5 * MS
                : DENSE_AT_NS + S + (i - BEFORE - DENSE) * 50 * MS;
    }

    @BeforeEach
    void open() {
        recording = recorded(TestRecording.quotes(TICKS, WarmUpTest::timeNs));
        window = Window.between(recording, TestRecording.BEGIN_NS + 20 * S, TestRecording.BEGIN_NS + 50 * S);
        pacer = new Pacer(recording, List.of(journaled(feed, "warmup.journal", 100_000)), time, time);
        pacer.open(1, TickRecord.WARM_UP_BASE + 1);
    }

    private WarmUp warmUp(Speed speed, double burstRate) {
        return new WarmUp(
                recording, window, speed, new ReplayerProtocol.WarmUp(4 * S, burstRate, 10 * S), List.of(pacer), time);
    }

    private Pacer second(NotingFeed other) {
        Pacer second = new Pacer(recording, List.of(journaled(other, "other.journal", 100_000)), time, time);
        second.open(1, TickRecord.WARM_UP_BASE + 1);
        return second;
    }

    /** Warms up to its maximum time. */
    private void warmUpToTheEnd() {
        assertThat(warmUp(Speed.REAL, 0).run(() -> false, () -> false)).isFalse();
    }

    private long sentBetween(long fromNs, long toNs) {
        return feed.sent.stream()
                .filter(each -> each.atNs() >= fromNs && each.atNs() < toNs)
                .count();
    }

    @Test
    void replaysAroundDensestSecondThenLoopsIt() {
        warmUpToTheEnd();
        long realFromNs = feed.sent.get(0).atNs() + 20 * MS;
        long burstFromNs = realFromNs + 4 * S;
        assertThat(sentBetween(realFromNs, burstFromNs)).isBetween(255L, 265L);
        assertThat(sentBetween(burstFromNs, burstFromNs + S)).isBetween(195L, 205L);
        assertThat(sentBetween(burstFromNs + 3 * S, burstFromNs + 4 * S)).isBetween(195L, 205L);
    }

    @Test
    void compressesLoopsToRequestedRate() {
        WarmUp warmUp = warmUp(Speed.REAL, 1_000);
        warmUp.run(() -> false, () -> false);
        long burstFromNs = feed.sent.get(0).atNs() + 4_020 * MS;
        assertThat(warmUp.burstRate()).isEqualTo(1_000);
        assertThat(sentBetween(burstFromNs, burstFromNs + 2 * S)).isBetween(1_980L, 2_020L);
    }

    @Test
    void loopsAtLeastAtPeakRateOfTheWindowAtReplaySpeed() {
        assertThat(warmUp(Speed.REAL, 10).burstRate()).isEqualTo(DENSE);
        assertThat(warmUp(Speed.parse("2"), 0).burstRate()).isEqualTo(DENSE + 20);
    }

    @Test
    void twoFeedsGetTheSameTicksInTurn() {
        NotingFeed other = new NotingFeed(time);
        ReplayerProtocol.WarmUp request = new ReplayerProtocol.WarmUp(4 * S, 0, 14 * S);
        new WarmUp(recording, window, Speed.REAL, request, List.of(pacer, second(other)), time)
                .run(() -> false, () -> false);
        assertThat(other.sent).hasSameSizeAs(feed.sent);
        assertThat(other.sent.stream().map(Sent::tickId))
                .isEqualTo(feed.sent.stream().map(Sent::tickId).toList());
        assertThat(other.sent.stream().map(Sent::bid))
                .isEqualTo(feed.sent.stream().map(Sent::bid).toList());
        for (int i = 0; i < feed.sent.size(); i++) {
            assertThat(other.sent.get(i).atNs())
                    .as("tick %d", i)
                    .isNotEqualTo(feed.sent.get(i).atNs());
        }
    }

    @Test
    void endsOnRequest() {
        long endNs = time.nanoTime() + 6 * S;
        assertThat(warmUp(Speed.REAL, 0).run(() -> time.nanoTime() >= endNs, () -> false))
                .isTrue();
        assertThat(time.nanoTime()).isBetween(endNs, endNs + 100 * MS);
    }

    @Test
    void startsAndEndsWithPricesOfEveryMarketInItsMaximumTime() {
        long beginNs = time.nanoTime();
        warmUpToTheEnd();
        assertThat(time.nanoTime()).isBetween(beginNs + 10 * S, beginNs + 10_100 * MS);

        warmUpToTheEnd();
        Set<List<Integer>> markets = new HashSet<>();
        feed.sent.subList(0, 8).forEach(each -> markets.add(List.of(each.instrument(), each.venue())));
        assertThat(markets).hasSize(4);

        warmUpToTheEnd();
        long[] initial = InitialQuotes.before(recording, window);
        List<NotingFeed.Sent> last = feed.sent.subList(feed.sent.size() - initial.length, feed.sent.size());
        for (int i = 0; i < initial.length; i++) {
            assertThat(last.get(i).bid()).isEqualTo(recording.quote(initial[i]).bid());
            assertThat(last.get(i).ask()).isEqualTo(recording.quote(initial[i]).ask());
        }
    }

    @Test
    void numbersTicksSeparatelyAtSteadyVenueTimes() {
        warmUpToTheEnd();
        List<Long> venueTimes =
                feed.sent.stream().map(NotingFeed.Sent::venueTimeNs).toList();
        assertThat(venueTimes).isSorted();
        int looped = feed.sent.size() - InitialQuotes.before(recording, window).length;
        NotingFeed.Sent first = feed.sent.get(0);
        NotingFeed.Sent last = feed.sent.get(looped - 1);
        assertThat(last.venueTimeNs() - first.venueTimeNs()).isEqualTo(last.atNs() - first.atNs());

        assertThat(feed.sent)
                .extracting(NotingFeed.Sent::tickId)
                .isEqualTo(LongStream.rangeClosed(1, feed.sent.size())
                        .mapToObj(i -> TickRecord.WARM_UP_BASE + i)
                        .toList());
        assertThat(feed.sent).allMatch(each -> TickRecord.isWarmUp(each.tickId()));
    }

    /** An application that checks for stale quotes can use every top in the window, also of many markets. */
    @Test
    void lastQuotesOfAllMarketsOfBothFeedsAreFreshInTheWindow() {
        NotingFeed other = new NotingFeed(time);
        List<Pacer> both = List.of(pacer, second(other));
        long endNs = time.nanoTime() + 6 * S;
        new WarmUp(recording, window, Speed.REAL, new ReplayerProtocol.WarmUp(4 * S, 0, 10 * S), both, time)
                .run(() -> time.nanoTime() >= endNs, () -> false);
        int last = InitialQuotes.before(recording, window).length;
        long windowNs = recording.venueTimeNs(window.first());
        for (NotingFeed each : List.of(feed, other)) {
            assertThat(each.sent.subList(each.sent.size() - last, each.sent.size()))
                    .extracting(Sent::venueTimeNs)
                    .isEqualTo(
                            LongStream.range(windowNs - last, windowNs).boxed().toList());
        }
    }

    @Test
    void stopsSendingWhenTheReplayIsStopped() {
        assertThat(warmUp(Speed.REAL, 0).run(() -> false, () -> feed.sent.size() >= 50))
                .isTrue();
        assertThat(feed.sent).hasSize(50);
    }
}
