package org.ticktoquote.pricing.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.fix.message.OutBuffer;
import org.ticktoquote.pricing.price.PricedTicks;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.Message;
import quickfix.SessionID;

/** Snapshots as bytes, and what QuickFIX/J makes of them. */
class PriceMessagesTest {
    /** 2026-11-22 17:04:44.480 UTC. */
    private static final long NOW_MS = 1_795_367_084_480L;

    private final OutBuffer out = new OutBuffer();

    private static Quote quote(TierPrice price, String request) {
        return new Quote(new Subscription(7, 1, 0, request), price, false);
    }

    private static TierPrice price(long tickId) {
        return new TierPrice(PricedTicks.changing(tickId, 0b11), 0);
    }

    private static PriceEncoder messages(String client, int echoTag) {
        return Dialect.PLAIN.encoders(FixVersion.FIX_44, echoTag).apply(new SessionID("FIX.4.4", "PRICING", client));
    }

    private String written() {
        ByteBuffer next = out.next();
        byte[] bytes = new byte[next.remaining()];
        next.get(bytes);
        out.left(bytes.length);
        return new String(bytes, StandardCharsets.ISO_8859_1).replace('\u0001', '|');
    }

    @Test
    void writesOneMessageToTheByte() {
        messages("CLIENT-07", 278).append(out, quote(price(1_100_000_000), "r"), 12, NOW_MS);
        assertThat(written())
                .isEqualTo(
                        "8=FIX.4.4|9=146|35=W|34=12|49=PRICING|52=20261122-17:04:44.480|56=CLIENT-07|262=r|55=EUR/USD|"
                                + "268=2|269=0|278=1100000000|270=1.1|271=1|269=1|270=1.100000001|271=1|10=009|");
    }

    @ParameterizedTest
    @CsvSource({"0", "278", "299", "5001"})
    void isReadByQuickFixWithLengthAndChecksumWhateverTheNumbers(int echoTag) throws Exception {
        PriceEncoder messages = messages("CLIENT-07", echoTag);
        for (long sequence : new long[] {1, 9, 10, 99_999, 100_000, Integer.MAX_VALUE}) {
            for (long tickId : new long[] {1, 1_000_000_000, 987_654_321_987L}) {
                messages.append(out, quote(price(tickId), "request-" + tickId), sequence, NOW_MS + tickId % 100_000);
                String text = written();
                Message read = new Message(text.replace('|', '\u0001'), false); // throws where either is wrong
                assertThat(read.getHeader().getString(34)).isEqualTo(Long.toString(sequence));
                assertThat(read.getString(262)).isEqualTo("request-" + tickId);
                assertThat(text.contains("|" + echoTag + "=" + tickId + "|")).isEqualTo(echoTag != 0);
            }
        }
    }

    @Test
    void putsTheIdWhereItsTagBelongs() {
        messages("A", 299).append(out, quote(price(5), "r"), 1, NOW_MS);
        assertThat(written()).contains("|269=0|270=0.000000005|271=1|299=5|269=1|");
        messages("A", 5001).append(out, quote(price(5), "r"), 1, NOW_MS);
        assertThat(written()).contains("|55=EUR/USD|5001=5|268=2|");
    }

    @Test
    void countsWhatHasNotLeftWholeAndKeepsItsOrder() {
        PriceEncoder messages = messages("CLIENT-07", 278);
        List<String> expected = new ArrayList<>();
        StringBuilder left = new StringBuilder();
        for (int i = 1; i <= 2_000; i++) {
            messages.append(out, quote(price(i), "r"), i, NOW_MS);
            expected.add("|34=" + i + "|");
            if (i % 3 == 0) {
                ByteBuffer next = out.next();
                byte[] some = new byte[Math.min(100, next.remaining())];
                next.get(some);
                left.append(new String(some, StandardCharsets.ISO_8859_1).replace('\u0001', '|'));
                out.left(some.length);
            }
        }
        assertThat(out.messages()).isBetween(1_500, 1_999);
        while (!out.isEmpty()) {
            left.append(written());
        }
        assertThat(out.messages()).isZero();
        assertThat(left).contains(expected);
    }
}
