package org.ticktoquote.clients.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;

/** Templates in {@code docs/dialects} that users can copy. */
class DialectTemplatesTest {
    private static final Path TEMPLATES = Path.of("..", "docs", "dialects");

    @TempDir
    private Path folder;

    static List<Path> templates() throws IOException {
        try (Stream<Path> files = Files.list(TEMPLATES)) {
            return files.sorted().toList();
        }
    }

    private ClientsSetup read(Path template) throws IOException {
        Path plan = folder.resolve("clients.json");
        Files.writeString(plan, """
                {"connect": "127.0.0.1:9001", "sessions": 2, "instruments": [{"id": 0, "symbol": "EUR/USD"},
                 {"id": 1, "symbol": "USD/JPY"}, {"id": 2, "symbol": "GBP/USD"}]}
                """);
        return SetupReader.read(plan, null, SetupReaderTest.with(template), false);
    }

    @ParameterizedTest
    @MethodSource("templates")
    void readsEachTemplateThatStartsWithACommentOnItsPurpose(Path template) throws IOException {
        assertThat(template).isRegularFile().asString().endsWith(".yaml");
        assertThat(read(template).sessions())
                .hasSize(2)
                .allSatisfy(session -> assertThat(session.pairs()).hasSize(3));
        assertThat(Files.readAllLines(template))
                .first()
                .asString()
                .startsWith("# ")
                .hasSizeLessThanOrEqualTo(120);
    }

    @Test
    void usesTheCounterpartysNamesOfPairs() throws IOException {
        assertThat(read(TEMPLATES.resolve("lmax-like.yaml")).sessions().get(0).pairs())
                .extracting(Pair::key)
                .containsExactly("4001", "4002", "4003");
    }
}
