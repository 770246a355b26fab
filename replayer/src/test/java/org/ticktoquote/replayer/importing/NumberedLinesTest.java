package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NumberedLinesTest {
    private static NumberedLines of(String text) {
        return new NumberedLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static @Nullable String next(NumberedLines lines) throws IOException, BadValue {
        return lines.advance() ? lines.text() : null;
    }

    @Test
    void splitsAtLfCrLfCrAndEndOfText() throws IOException, BadValue {
        NumberedLines lines = of("\uFEFFa\r\n\nb\rc\nd\r");

        assertThat(new String[] {next(lines), next(lines), next(lines), next(lines), next(lines), next(lines)})
                .containsExactly("a", "", "b", "c", "d", null);
        assertThat(lines.number()).isEqualTo(5);
    }

    /** Two reads can split the two characters. */
    @Test
    void crLfAcrossBuffersIsOneLineEnd() throws IOException, BadValue {
        for (int length = (1 << 16) - 6; length < (1 << 16) + 3; length++) {
            String line = "x".repeat(100);
            StringBuilder text = new StringBuilder();
            while (text.length() + 102 < length - 102) {
                text.append(line).append("\r\n");
            }
            text.append("y".repeat(length - text.length())).append("\r\nz\r\n\r\nend");
            NumberedLines lines = of(text.toString());
            String before = "";
            for (String next = next(lines); !"z".equals(next); next = next(lines)) {
                before = String.valueOf(next);
            }
            assertThat(before).as("%d", length).startsWith("y");
            assertThat(new String[] {next(lines), next(lines), next(lines)}).containsExactly("", "end", null);
        }
    }

    @Test
    void refusesTooLongLineAndContinuesAfterIt() throws IOException, BadValue {
        String longest = "x".repeat(NumberedLines.MAX_LENGTH);
        NumberedLines lines = of(longest + "\n" + longest + "y\nz\n");

        assertThat(next(lines)).isEqualTo(longest);
        assertThatThrownBy(lines::advance).isInstanceOf(BadValue.class);
        assertThat(next(lines)).isEqualTo("z");
        assertThat(lines.number()).isEqualTo(3);
        assertThat(next(lines)).isNull();
    }

    @Test
    void splitsFieldsOutsideQuotes() {
        assertThat(Fields.of("a, b ,,\u3000c\u3000,\u3000", ',')).containsExactly("a", "b", "", "c", "");
        assertThat(Fields.of("a¦ \"b¦\" ¦c", '¦')).containsExactly("a", "b¦", "c");
        assertThat(Fields.of("\"a,b\",\"say \"\"c\"\"\",d", ',')).containsExactly("a,b", "say \"c\"", "d");
    }
}
