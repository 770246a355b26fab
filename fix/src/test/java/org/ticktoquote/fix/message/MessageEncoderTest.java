package org.ticktoquote.fix.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.price.Price;
import quickfix.Message;

/** Messages as bytes, and their length and checksum as QuickFIX/J computes them. */
class MessageEncoderTest {
    /** 2026-11-22 17:04:44.480 UTC. */
    private static final long NOW_MS = 1_795_367_084_480L;

    private static final MessagePart TYPE = MessageEncoder.type("W");

    private final MessageEncoder encoder = new MessageEncoder("FIX.4.4");

    private void header() {
        encoder.begin();
        encoder.put(MessagePart.of("|49=A|52="));
        encoder.reserveTime(0, SendingTime.LENGTH);
        encoder.put(MessagePart.of("|56=B|"));
    }

    private static String text(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1).replace('\u0001', '|');
    }

    /** Completes the message; throws if QuickFIX/J finds another length or checksum. */
    private String completed(long sequence) {
        String text = text(encoder.complete(TYPE, sequence, NOW_MS));
        SendQueue out = new SendQueue();
        encoder.complete(TYPE, sequence, NOW_MS, out);
        assertThat(text(out.next())).isEqualTo(text);
        try {
            new Message(text.replace('|', '\u0001'), true);
        } catch (quickfix.InvalidMessage wrong) {
            throw new AssertionError(text, wrong);
        }
        return text;
    }

    @Test
    void writesTheExactBytesOfAMessage() {
        header();
        encoder.put(MessagePart.of("272="));
        encoder.reserveTime(0, SendingTime.DATE_LENGTH);
        encoder.put(MessagePart.of("|273="));
        encoder.reserveTime(SendingTime.TIME_AT, SendingTime.LENGTH - SendingTime.TIME_AT);
        encoder.put(MessagePart.of("|271="));
        encoder.putNumber(1_000_000);
        encoder.put(MessagePart.of("|"));
        assertThat(completed(12))
                .isEqualTo("8=FIX.4.4|9=88|35=W|34=12|49=A|52=20261122-17:04:44.480|56=B|272=20261122|"
                        + "273=17:04:44.480|271=1000000|10=150|");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 9, 10, 99, 100, 99_999, 100_000, Integer.MAX_VALUE, 10_000_000_000L})
    void completesTheSameMessageWithAnySequenceNumber(long sequence) {
        header();
        encoder.put(MessagePart.of("58=x|"));
        String first = completed(7);
        assertThat(completed(sequence)).contains("|34=" + sequence + "|49=A|");
        assertThat(completed(7)).isEqualTo(first);
    }

    @Test
    void writesAMessageOfAnyLength() {
        header();
        for (int i = 0; i < 3_000; i++) {
            encoder.put(MessagePart.of("58="));
            encoder.putNumber(i);
            encoder.put(MessagePart.of("|"));
        }
        header();
        for (int i = 0; i < 200; i++) {
            encoder.put(MessagePart.of((1_000 + i) + "="));
            encoder.reserveTime(0, SendingTime.LENGTH);
            encoder.put(MessagePart.of("|" + (2_000 + i) + "="));
            encoder.putPrice(Price.parse("123456.789"), 5);
            encoder.put(MessagePart.of("|"));
        }
        assertThat(completed(1)).contains("|1199=20261122-17:04:44.480|2199=123456.78900|10=");
    }

    @ParameterizedTest
    @CsvSource({
        "1.1,5,1.10000", "1.1,0,1.1", "7,0,7", "7,2,7.00",
        "0.000000001,3,0.000000001", "-0.5,2,-0.50", "-12,0,-12", "9223372036.854775807,9,9223372036.854775807"
    })
    void writesAtLeastTheGivenNumberOfDecimals(String price, int decimals, String written) {
        header();
        encoder.put(MessagePart.of("270="));
        encoder.putPrice(Price.parse(price), decimals);
        encoder.put(MessagePart.of("|"));
        assertThat(completed(1)).contains("|270=" + written + "|");
    }

    @Test
    void writesPartsOfAKnownTime() {
        header();
        byte[] time = new SendingTime().at(0);
        encoder.put(MessagePart.of("272="));
        encoder.putTime(time, 0, SendingTime.DATE_LENGTH);
        encoder.put(MessagePart.of("|273="));
        encoder.putTime(time, SendingTime.TIME_AT, SendingTime.LENGTH - SendingTime.TIME_AT);
        encoder.put(MessagePart.of("|"));
        assertThat(completed(1)).contains("|272=19700101|273=00:00:00.000|10=");
    }

    @Test
    void isEmptyUntilSomethingIsWritten() {
        header();
        assertThat(encoder.isEmpty()).isFalse();
        encoder.begin();
        assertThat(encoder.isEmpty()).isTrue();
    }

    @Test
    void queuesMessagesInOrderAndCountsThemUntilFullySent() {
        SendQueue out = new SendQueue();
        List<String> expected = new ArrayList<>();
        StringBuilder left = new StringBuilder();
        for (int i = 1; i <= 2_000; i++) {
            header();
            encoder.put(MessagePart.of("58=" + "x".repeat(i % 100 + 1) + "|"));
            encoder.complete(TYPE, i, NOW_MS, out);
            expected.add("|34=" + i + "|");
            if (i % 3 == 0) {
                ByteBuffer next = out.next();
                int some = Math.min(100, next.remaining());
                left.append(text(next.limit(next.position() + some)));
                out.removeSent(some);
            }
        }
        assertThat(out.messages()).isBetween(1_000, 1_999);
        while (!out.isEmpty()) {
            ByteBuffer next = out.next();
            int count = next.remaining();
            left.append(text(next));
            out.removeSent(count);
        }
        assertThat(out.messages()).isZero();
        assertThat(left).contains(expected);
    }

    @Test
    void allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MessagePart body = MessagePart.of("268=2|269=0|270=1.1|");
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 1; i <= 10_000; i++) {
                encoder.begin();
                encoder.put(body);
                encoder.putNumber(i);
                encoder.reserveTime(0, SendingTime.LENGTH);
                encoder.complete(TYPE, i, NOW_MS + i);
            }
            fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(fewest).isLessThan(10_000);
    }
}
