package org.ticktoquote.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextLinesTest {
    @Test
    void wrapsLongText() {
        TextLines lines = new TextLines();
        lines.add("%s", "word ".repeat(60).strip());
        lines.add("%s", "x".repeat(130));
        assertThat(lines.all()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(String.join("", lines.all()).replace(" ", "")).isEqualTo("word".repeat(60) + "x".repeat(130));
        assertThat(lines.all().get(1)).startsWith("  word");
    }

    @Test
    void indentsWrappedLinesFurtherThanTheFirst() {
        TextLines lines = new TextLines();
        lines.add("    %s", "word ".repeat(60).strip());
        assertThat(lines.all()).hasSizeGreaterThan(2);
        assertThat(lines.all().subList(1, lines.all().size()))
                .allSatisfy(line -> assertThat(line).startsWith("      word").hasSizeLessThanOrEqualTo(120));
    }
}
