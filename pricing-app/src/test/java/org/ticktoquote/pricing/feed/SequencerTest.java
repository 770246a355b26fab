package org.ticktoquote.pricing.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** {@code s1} is the start of a session with tick 1, {@code h3} a heartbeat before tick 3, {@code q4} tick 4. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a gap, s1 q1 q4 q5, 1 4 5, 1, 2, 0",
        "ticks lost at the start, s1 q3, 3, 1, 2, 0",
        "a loss at the tail, s1 q1 h3 q3, 1 3, 1, 1, 0",
        "duplicate and old ticks, q7 q7 q6 q8, 7 8, 0, 0, 2"
    })
    void passesEveryTickOnceAndCountsMissingTicks(
            String what, String messages, String passed, long gaps, long missing, long duplicates) {
        for (String message : messages.split(" ")) {
            long id = Long.parseLong(message.substring(1));
            switch (message.charAt(0)) {
                case 's' -> receive(FeedBytes.datagram(1, id).start(1, id));
                case 'h' -> receive(FeedBytes.datagram(1, id).heartbeat(id));
                default -> quote(1, id);
            }
        }
        assertThat(ids()).extracting(Object::toString).containsExactly(passed.split(" "));
        assertThat(counters.counts().gaps()).isEqualTo(gaps);
        assertThat(counters.counts().missing()).isEqualTo(missing);
        assertThat(counters.counts().duplicates()).isEqualTo(duplicates);
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
