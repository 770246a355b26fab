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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.QuoteSink;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** Decoders that do what none may do. */
class DecodedQuotesTest {
    private static final PayloadDeclaration DECLARATION =
            PayloadDeclaration.parse("payloads.yaml", "lines: {A: {to: '239.1.1.1:5001'}}\ndecoder: hostile\n");
    private static final Problem.Place PLACE = Problem.Place.atByte(Path.of("venue.pcap"), 24);
    private static final int LENGTH = 8;

    private final AtomicLong nowNs = new AtomicLong(1);
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[LENGTH + 100]);

    /** What a hostile decoder does with a payload. */
    private interface Deed {
        void done(DirectBuffer payload, int length, QuoteSink sink);
    }

    private record Hostile(Deed deed) implements PayloadDecoder {
        @Override
        public String protocol() {
            return "hostile";
        }

        @Override
        public void decode(String line, DirectBuffer payload, int length, QuoteSink sink) {
            deed.done(payload, length, sink);
        }
    }

    private QuoteSource.Decoded source(Deed deed) {
        return new QuoteSource.Decoded(new Hostile(deed), DECLARATION, nowNs::get);
    }

    private List<QuoteSource.Quote> decode(Deed deed) throws BadValue {
        return source(deed).of(0, payload, LENGTH, PLACE);
    }

    private void refused(Deed deed, String fault) {
        assertThatThrownBy(() -> decode(deed))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageStartingWith("--plugin: " + Hostile.class.getName()
                        + " failed at a payload of 8 bytes: venue.pcap: byte 24: " + fault);
    }

    private void bad(Deed deed, String value, String expected) {
        assertThatThrownBy(() -> decode(deed))
                .isInstanceOfSatisfying(
                        BadValue.class,
                        fault -> assertThat(fault.problem().text())
                                .contains("'" + value + "'")
                                .endsWith("expected " + expected));
    }

    @Test
    void whateverItThrowsNamesClassPlaceAndCause() {
        refused(
                (from, length, sink) -> {
                    throw new StackOverflowError();
                },
                "java.lang.StackOverflowError");
        refused((from, length, sink) -> from.getLong(1), "java.lang.IndexOutOfBoundsException");
        refused((from, length, sink) -> from.getByte(-1), "java.lang.IndexOutOfBoundsException");
    }

    @Test
    void whatItWritesIntoThePayloadStaysOutOfTheRecording() throws BadValue {
        decode((from, length, sink) -> ((MutableDirectBuffer) from).setMemory(0, length, (byte) 7));
        assertThat(payload.getLong(0)).isZero();
        refused((from, length, sink) -> ((MutableDirectBuffer) from).putByte(LENGTH, (byte) 7), "java.lang.IndexOutOf");
    }

    @Test
    void whatIsNoPriceIsABadPayload() {
        bad((from, length, sink) -> sink.quote("EUR/USD", "EBS", (long) Double.NaN, 1, 1, 1), "0, 1", "prices above 0");
        bad((from, length, sink) -> sink.quote("EUR/USD", "EBS", 1, -1, 1, 1), "1, -1", "prices above 0");
        bad((from, length, sink) -> sink.quote("EUR/USD", "EBS", 1, 1, -1, 1), "-1, 1", "quantities of 0 or more");
        bad(
                (from, length, sink) -> sink.quote("EUR/USD", "EBS", Price.NONE, Price.NONE, 1, 1),
                "EUR/USD",
                "a bid, an ask or both");
        bad((from, length, sink) -> sink.quote(null, "EBS", 1, 1, 1, 1), "null", SymbolNames.EXPECTED);
    }

    @Test
    void aSinkThatIsKeptTakesNothingMore() throws BadValue {
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
    void oneThatDoesNotReturnIsGivenUp() {
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
