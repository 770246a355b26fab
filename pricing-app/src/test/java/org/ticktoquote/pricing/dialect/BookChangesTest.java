package org.ticktoquote.pricing.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.pricing.dialect.DialectParty.DEPTH;
import static org.ticktoquote.pricing.dialect.DialectParty.body;
import static org.ticktoquote.pricing.dialect.DialectParty.price;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A client that builds a book from entry keys only sees the price of every message. */
class BookChangesTest {
    private record Entry(String side, BigDecimal price) {}

    private final Map<String, Entry> book = new HashMap<>();

    private void apply(String text) {
        if (text.contains("|35=W|")) {
            book.clear();
        }
        String key = null;
        String side = null;
        boolean deletes = false;
        for (String field : body(text).split("\\|", -1)) {
            String value = field.substring(field.indexOf('=') + 1);
            if (field.startsWith("279=")) {
                deletes = value.equals("2");
            } else if (field.startsWith("278=")) {
                key = value;
                if (deletes) {
                    assertThat(book.remove(key)).as(text).isNotNull();
                }
            } else if (field.startsWith("269=")) {
                side = value;
            } else if (field.startsWith("270=")) {
                assertThat(book.put(key, new Entry(side, new BigDecimal(value))))
                        .as(text)
                        .isNull();
            }
        }
    }

    private BigDecimal best(String side) {
        return book.values().stream()
                .filter(entry -> entry.side().equals(side))
                .map(Entry::price)
                .reduce(side.equals("0") ? BigDecimal::max : BigDecimal::min)
                .orElseThrow();
    }

    @Test
    void bookHasPriceOfEveryTickEvenIfResentOrReordered() {
        Random random = new Random(1);
        DialectParty party = new DialectParty("ctrader-like", 5001);
        for (int i = 0; i < 5_000; i++) {
            long bid = 110_000 + random.nextInt(5);
            long ask = bid + 1 + random.nextInt(3);
            long tick = Math.max(1, i - random.nextInt(3));
            String text = party.send(price(tick, bid, ask), DEPTH, "r" + i / 1_000, random.nextInt(50) == 0);
            apply(text);
            assertThat(book).as(text).hasSize(2 * Side.LEVELS);
            assertThat(best("0")).as(text).isEqualByComparingTo(BigDecimal.valueOf(bid, 5));
            assertThat(best("1")).as(text).isEqualByComparingTo(BigDecimal.valueOf(ask, 5));
            assertThat(text).contains("|5001=" + tick + "|");
        }
    }
}
