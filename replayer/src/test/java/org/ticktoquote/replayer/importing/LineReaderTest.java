package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static LineReader of(String text) {
        return new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void endsLinesAtLfAndCrLfAndTheEndOfTheText() throws IOException, BadValue {
        LineReader lines = of("\uFEFFa\r\n\nb\rc\nd");

        assertThat(new String[] {lines.next(), lines.next(), lines.next(), lines.next(), lines.next()})
                .containsExactly("a", "", "b\rc", "d", null);
        assertThat(lines.number()).isEqualTo(4);
    }

    @Test
    void refusesALineThatIsTooLongAndGoesOnBehindIt() throws IOException, BadValue {
        String longest = "x".repeat(LineReader.MAX_LENGTH);
        LineReader lines = of(longest + "\n" + longest + "y\nz\n");

        assertThat(lines.next()).isEqualTo(longest);
        assertThatThrownBy(lines::next).isInstanceOf(BadValue.class);
        assertThat(lines.next()).isEqualTo("z");
        assertThat(lines.number()).isEqualTo(3);
        assertThat(lines.next()).isNull();
    }

    @Test
    void splitsFieldsAtTheDelimiterOutsideOfQuotes() {
        FieldSplitter splitter = new FieldSplitter(',');

        assertThat(splitter.split("a, b ,,c")).containsExactly("a", "b", "", "c");
        assertThat(splitter.split("\"a,b\",\"say \"\"c\"\"\",d")).containsExactly("a,b", "say \"c\"", "d");
    }
}
