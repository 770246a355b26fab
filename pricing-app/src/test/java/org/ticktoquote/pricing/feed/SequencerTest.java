package org.ticktoquote.pricing.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;

class SequencerTest {
    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);

    private final List<Tick> ticks = new ArrayList<>();
    private final FeedCounters counters = new FeedCounters();
    private final InstrumentDirectory instruments = new InstrumentDirectory();
    private final Decoder decoder = new Decoder(new Sequencer(ticks::add, instruments, counters), counters);

    private void receive(FeedBytes datagram) {
        decoder.put(new FeedPacket(new UnsafeBuffer(datagram.bytes()), true, 77));
    }

    private void quote(long session, long tickId) {
        receive(FeedBytes.datagram(session, tickId).quote(tickId, 0, 0, tickId, "1.1", "1.2"));
    }

    private List<Long> ids() {
        return ticks.stream().map(Tick::tickId).toList();
    }

    @Test
    void decodesEveryFieldOfAQuote() {
        receive(FeedBytes.datagram(5, 9).quote(9, 3, 200, 123, "1.10001", "-"));
        assertThat(ticks)
                .containsExactly(
                        new Tick(5, 9, 3, 200, 123, 1_100_010_000L, Long.MIN_VALUE, 1_000_000, 2_000_000, 1, 77));
    }

    @Test
    void countsGapAndContinues() {
        receive(FeedBytes.datagram(1, 1).start(1, 1));
        quote(1, 1);
        quote(1, 4);
        quote(1, 5);
        assertThat(ids()).containsExactly(1L, 4L, 5L);
        assertThat(counters.counts().gaps()).isEqualTo(1);
        assertThat(counters.counts().missing()).isEqualTo(2);
    }

    @Test
    void countsTicksLostAtTheStart() {
        receive(FeedBytes.datagram(1, 1).start(1, 1));
        quote(1, 3);
        assertThat(counters.counts().missing()).isEqualTo(2);
    }

    @Test
    void detectsLossAtTheTailByHeartbeat() {
        receive(FeedBytes.datagram(1, 1).start(1, 1));
        quote(1, 1);
        receive(FeedBytes.datagram(1, 3).heartbeat(3));
        quote(1, 3);
        assertThat(counters.counts().gaps()).isEqualTo(1);
        assertThat(counters.counts().missing()).isEqualTo(1);
    }

    @Test
    void dropsDuplicateAndOldTicks() {
        quote(1, 7);
        quote(1, 7);
        quote(1, 6);
        quote(1, 8);
        assertThat(ids()).containsExactly(7L, 8L);
        assertThat(counters.counts().duplicates()).isEqualTo(2);
    }

    @Test
    void restartsWithEverySession() {
        quote(1, 1_000_000_000_001L);
        receive(FeedBytes.datagram(2, 1).start(2, 1));
        quote(2, 1);
        assertThat(ids()).containsExactly(1_000_000_000_001L, 1L);
        assertThat(counters.counts().gaps()).isZero();
        assertThat(counters.counts().sessions()).isEqualTo(2);
    }

    @Test
    void instrumentsAreCompleteAtTheFirstOtherMessage() {
        receive(FeedBytes.datagram(1, 1).start(1, 1).instrument(EURUSD));
        assertThat(instruments.complete()).isFalse();
        receive(FeedBytes.datagram(1, 1).heartbeat(1));
        assertThat(instruments.complete()).isTrue();
        assertThat(instruments.bySymbol("EUR/USD")).isEqualTo(EURUSD);
    }

    @Test
    void countsTruncatedPacket() {
        byte[] whole = FeedBytes.datagram(1, 1).quote(1, 0, 0, 1, "1", "2").bytes();
        decoder.put(new FeedPacket(new UnsafeBuffer(whole, 0, whole.length - 1), true, 0));
        assertThat(ticks).isEmpty();
        assertThat(counters.counts().malformed()).isEqualTo(1);
    }
}
