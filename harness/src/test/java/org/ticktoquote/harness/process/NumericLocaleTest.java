package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Environment of t2q's own processes. */
class NumericLocaleTest {
    private static Map<String, String> changed(Map<String, String> environment) {
        Map<String, String> changed = new HashMap<>(environment);
        NumericLocale.setIn(changed);
        return changed;
    }

    @Test
    void setsADecimalPointAndKeepsTheRestOfTheLocale() {
        assertThat(changed(Map.of("PATH", "/bin", "LANG", "de_DE.UTF-8", "LC_NUMERIC", "de_DE.UTF-8")))
                .isEqualTo(Map.of("PATH", "/bin", "LANG", "de_DE.UTF-8", "LC_NUMERIC", "C"));
        assertThat(changed(Map.of())).isEqualTo(Map.of("LC_NUMERIC", "C"));
    }

    @Test
    void splitsLcAllSoThatItDoesNotOverrideNumbers() {
        String german = "de_DE.UTF-8";
        assertThat(changed(Map.of("LANG", "C", "LC_ALL", german)))
                .isEqualTo(Map.of("LANG", german, "LC_CTYPE", german, "LC_MESSAGES", german, "LC_NUMERIC", "C"));
    }
}
