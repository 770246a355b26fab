package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SymbolsTest {
    private static int find(Symbols symbols, String text) {
        byte[] bytes = ("=" + text + "\1whatever follows").getBytes(StandardCharsets.US_ASCII);
        return symbols.find(bytes, 1, 1 + text.length());
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsEverySymbolAndNoOther(long seed) {
        Random random = new Random(seed);
        Map<String, Integer> ids = new HashMap<>();
        for (int id = 0; id < 300; id++) {
            ids.put(word(random), id);
        }
        Symbols symbols = Symbols.inSymbol(ids);

        for (int round = 0; round < 20_000; round++) {
            String text = word(random);
            assertThat(find(symbols, text))
                    .as("seed %d, '%s'", seed, text)
                    .isEqualTo(ids.getOrDefault(text, Symbols.UNKNOWN));
        }
        ids.forEach((key, id) -> assertThat(find(symbols, key)).as(key).isEqualTo(id));
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        int length = random.nextInt(20);
        while (word.length() < length) {
            word.append((char) ('A' + random.nextInt(2)));
        }
        return word.toString();
    }
}
