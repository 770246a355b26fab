package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NumberedLinesTest {
    private static NumberedLines of(String text) {
        return new NumberedLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void endsLinesAtLfAndCrLfAndTheEndOfTheText() throws IOException, BadValue {
        NumberedLines lines = of("\uFEFFa\r\n\nb\rc\nd");

        assertThat(new String[] {lines.next(), lines.next(), lines.next(), lines.next(), lines.next()})
                .containsExactly("a", "", "b\rc", "d", null);
        assertThat(lines.number()).isEqualTo(4);
    }

    @Test
    void refusesALineThatIsTooLongAndGoesOnBehindIt() throws IOException, BadValue {
        String longest = "x".repeat(NumberedLines.MAX_LENGTH);
        NumberedLines lines = of(longest + "\n" + longest + "y\nz\n");

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
