package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.QuoteSink;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** Tests decoders that violate the contract. */
class DecodedQuotesTest {
    private static final PayloadDeclaration DECLARATION =
            PayloadDeclaration.parse("payloads.yaml", "lines: {A: {to: '239.1.1.1:5001'}}\ndecoder: hostile\n");
    private static final Problem.Place PLACE = Problem.Place.atByte(Path.of("venue.pcap"), 24);
    private static final int LENGTH = 8;

    private final AtomicLong nowNs = new AtomicLong(1);
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[LENGTH + 100]);

    /** Action of a hostile decoder on a payload. */
    private interface Action {
        void run(DirectBuffer payload, int length, QuoteSink sink);
    }

    private record Hostile(Action action) implements PayloadDecoder {
        @Override
        public String protocol() {
            return "hostile";
        }

        @Override
        public void decode(String line, DirectBuffer payload, int length, QuoteSink sink) {
            action.run(payload, length, sink);
        }
    }

    private QuoteSource.Decoded source(Action action) {
        return new QuoteSource.Decoded(new Hostile(action), DECLARATION, nowNs::get);
    }

    private List<QuoteSource.Quote> decode(Action action) throws BadValue {
        return source(action).of(0, payload, LENGTH, PLACE);
    }

    private void assertRefused(Action action, String fault) {
        assertThatThrownBy(() -> decode(action))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageStartingWith("--plugin: " + Hostile.class.getName()
                        + " failed at a payload of 8 bytes: venue.pcap: byte 24: " + fault);
    }

    private void assertBadQuote(
            @Nullable String symbol, long bid, long ask, long bidQuantity, String value, String expected) {
        assertThatThrownBy(() -> decode((from, length, sink) -> sink.quote(symbol, "EBS", bid, ask, bidQuantity, 1)))
                .isInstanceOfSatisfying(
                        BadValue.class,
                        fault -> assertThat(fault.problem().text())
                                .contains("'" + value + "'")
                                .endsWith("expected " + expected));
    }

    @Test
    void reportsClassPositionAndCauseOfAnyThrowable() {
        assertRefused(
                (from, length, sink) -> {
                    throw new StackOverflowError();
                },
                "java.lang.StackOverflowError");
        assertRefused((from, length, sink) -> from.getLong(1), "java.lang.IndexOutOfBoundsException");
        assertRefused((from, length, sink) -> from.getByte(-1), "java.lang.IndexOutOfBoundsException");
    }

    @Test
    void decoderCannotChangeThePayload() throws BadValue {
        decode((from, length, sink) -> ((MutableDirectBuffer) from).setMemory(0, length, (byte) 7));
        assertThat(payload.getLong(0)).isZero();
        assertRefused(
                (from, length, sink) -> ((MutableDirectBuffer) from).putByte(LENGTH, (byte) 7), "java.lang.IndexOutOf");
    }

    @Test
    void invalidQuoteIsABadPayload() {
        assertBadQuote("EUR/USD", (long) Double.NaN, 1, 1, "0, 1", "prices above 0");
        assertBadQuote("EUR/USD", 1, -1, 1, "1, -1", "prices above 0");
        assertBadQuote("EUR/USD", 1, 1, -1, "-1, 1", "quantities of 0 or more");
        assertBadQuote("EUR/USD", Price.NONE, Price.NONE, 1, "EUR/USD", "a bid, an ask or both");
        assertBadQuote(null, 1, 1, 1, "null", SymbolNames.EXPECTED);
    }

    @Test
    void retainedSinkAcceptsNoMoreQuotes() throws BadValue {
        AtomicReference<QuoteSink> kept = new AtomicReference<>();
        List<QuoteSource.Quote> quotes = decode((from, length, sink) -> {
            sink.quote("EUR/USD", "EBS", 1, 1, 1, 1);
            kept.set(sink);
        });
        kept.get().quote("USD/JPY", "EBS", 1, 1, 1, 1);
        assertThat(quotes).extracting(QuoteSource.Quote::symbol).containsExactly("EUR/USD");
    }

    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    @Test
    void givesUpOnDecoderThatDoesNotReturn() {
        CountDownLatch never = new CountDownLatch(1);
        PayloadInput input = new PayloadInput(
                List.of(),
                "",
                DECLARATION,
                () -> source((from, length, sink) -> {
                    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(11));
                    await(never);
                }));
        assertThatThrownBy(() -> input.during(() -> quotes(input.quotes())))
                .isInstanceOf(ProblemException.class)
                .hasMessageEndingWith("has not returned for 10 s at a payload of 8 bytes: venue.pcap: byte 24");
        never.countDown();
    }

    private List<QuoteSource.Quote> quotes(QuoteSource source) {
        try {
            return source.of(0, payload, LENGTH, PLACE);
        } catch (BadValue e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
