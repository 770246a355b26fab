package org.ticktoquote.replayer.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;

class GeneratedPairTest {
    private static List<String> symbols(String text) {
        return GeneratedPair.named(text).stream().map(GeneratedPair::symbol).toList();
    }

    @Test
    void acceptsACountOrDifferentSymbolsAndKnowsTheirPips() {
        assertThat(symbols("2")).containsExactly("EUR/USD", "USD/JPY");
        assertThat(symbols("15")).hasSize(15).contains("EUR/USD", "NZD/USD").doesNotHaveDuplicates();
        assertThat(symbols("25")).hasSize(25).contains("XAU/USD").doesNotHaveDuplicates();

        assertThat(symbols("XAU/USD, eurusd")).containsExactly("XAU/USD", "EUR/USD");

        assertThatThrownBy(() -> GeneratedPair.named("EUR/USD,EURUSD"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("names a pair twice");

        assertThat(GeneratedPair.named("USD/JPY").get(0).instrument(3).pip()).isEqualTo(10_000_000);
        assertThat(GeneratedPair.named("EUR/USD").get(0).instrument(3).tickSize())
                .isEqualTo(10_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "26", "", "EUR/USD,", "USD/EUR", "EUR/USD;NZD/USD"})
    void refusesUnknownPairs(String text) {
        assertThatThrownBy(() -> GeneratedPair.named(text))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("expected a count 1..25 or some of EUR/USD,USD/JPY");
    }

    @Test
    void documentListsAllPairs() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "recordings.md"));
        assertThat(document.replace('\n', ' ')).contains(String.join(", ", GeneratedPair.symbols()));
    }
}
