package org.ticktoquote.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static List<String> lines(String text, int longest) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineReader reader =
                new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), longest)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Test
    void readsUnixAndWindowsLinesAndTruncatesLongOnes() throws IOException {
        assertThat(lines("", 9)).isEmpty();
        assertThat(lines("one\n\r\n\ntwo\r\nµs", 9)).containsExactly("one", "", "", "two", "µs");
        assertThat(lines("x\n".repeat(10_000), 9)).hasSize(10_000).containsOnly("x");

        assertThat(lines("123456789\n1234567890\n" + "z".repeat(100_000) + "\nlast\n", 9))
                .containsExactly("123456789", "123456789", "zzzzzzzzz", "last");
    }

    @Test
    void truncatesAnEndlessLine() throws IOException {
        InputStream endless = new InputStream() {
            private long given;

            @Override
            public int read() {
                return given++ < (1L << 22) ? 'a' : -1;
            }
        };
        try (LineReader reader = new LineReader(endless, 1000)) {
            assertThat(reader.readLine()).hasSize(1000);
            assertThat(reader.readLine()).isNull();
        }
    }
}
