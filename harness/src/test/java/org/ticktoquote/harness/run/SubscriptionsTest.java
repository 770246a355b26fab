package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.Instrument;

class SubscriptionsTest {
    private static final List<Instrument> THREE = instruments("EUR/USD", "USD/JPY", "XAUUSD.r");

    private static List<Instrument> instruments(String... symbols) {
        return IntStream.range(0, symbols.length)
                .mapToObj(id -> new Instrument(id, symbols[id], 100_000, 10_000))
                .toList();
    }

    @Test
    void defaultToTheFirstFifteenPairsAndAcceptNamesInAnyForm() {
        List<Instrument> twenty = IntStream.range(0, 20)
                .mapToObj(id -> new Instrument(id, "P" + id, 1, 1))
                .toList();
        assertThat(Subscriptions.of(List.of(), twenty)).isEqualTo(twenty.subList(0, 15));
        assertThat(Subscriptions.of(List.of(), THREE)).isEqualTo(THREE);
        assertThat(Subscriptions.of(List.of("20"), twenty)).isEqualTo(twenty);

        assertThat(Subscriptions.of(List.of("usdjpy", " EUR/USD", "xauusd.R"), THREE))
                .extracting(Instrument::id)
                .containsExactly(1, 0, 2);
    }
}
