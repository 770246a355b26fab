package org.ticktoquote.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WordDifferenceTest {
    private static List<Cell.Part> parts(String text, String other) {
        return Cell.marked(text, other).parts();
    }

    private static String marked(String text, String other) {
        return parts(text, other).stream()
                .map(part -> part.differs() ? "[" + part.text() + "]" : part.text())
                .collect(Collectors.joining());
    }

    @Test
    void marksWordsMissingInTheOtherCommandLine() {
        String one = "java -Xmx1g -XX:+UseG1GC -jar app.jar --port 1";
        String other = "java -XX:+UseZGC -XX:+ZGenerational -Xmx1g -jar app.jar --port 2";
        assertThat(marked(one, other)).isEqualTo("java -Xmx1g [-XX:+UseG1GC] -jar app.jar --port [1]");
        assertThat(marked(other, one))
                .isEqualTo("java [-XX:+UseZGC] [-XX:+ZGenerational] -Xmx1g -jar app.jar --port [2]");
    }

    @Test
    void keepsTheTextUnchanged() {
        String text = "  a  b\tc ";
        assertThat(parts(text, "a x c").stream().map(Cell.Part::text).collect(Collectors.joining()))
                .isEqualTo(text);
    }

    @Test
    void marksNothingIfNothingOrEverythingDiffers() {
        assertThat(parts("a b", "a b")).isEmpty();
        assertThat(parts("tsc", "hpet")).isEmpty();
        String longest = "x ".repeat(2_000);
        assertThat(parts(longest, longest + "y")).isEqualTo(List.of());
    }
}
