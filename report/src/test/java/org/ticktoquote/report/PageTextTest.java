package org.ticktoquote.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PageTextTest {
    @Test
    void microsecondsHaveTheirSign() {
        assertThat(PageText.of("<td>45.0 us</td> status 7\u00a0us, bus 1 usage"))
                .isEqualTo("<td>45.0 µs</td> status 7\u00a0µs, bus 1 usage");
    }

    /** As the name of an application may have them; browsers would hide or obey them. */
    @Test
    void controlAndFormatCharactersAreShownByNumber() {
        assertThat(PageText.of("app\u001b[31m\u0000 \u202etxt.exe\n\t<p>"))
                .isEqualTo("app\\x1b[31m\\x00 \\u202etxt.exe\n\t<p>");
    }
}
