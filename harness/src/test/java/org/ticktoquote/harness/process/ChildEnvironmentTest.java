package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Environment of t2q's own processes. */
class ChildEnvironmentTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JAVA_TOOL_OPTIONS | -XX:+UseZGC                                        | ''
            JAVA_TOOL_OPTIONS | -XX:+UseG1GC -XX:+AggressiveHeap                   | ''
            JDK_JAVA_OPTIONS  | -Xmx1g -Dcolour=red -Xms1g -XX:MaxRAMPercentage=50 | -Dcolour=red
            _JAVA_OPTIONS     | -XX:+UseNUMA -XX:MaxNewSize=1g -Xss2m              | -XX:+UseNUMA -Xss2m
            JAVA_TOOL_OPTIONS | -Djava.io.tmpdir=/opt/tmp -Xlog:gc                 | -Djava.io.tmpdir=/opt/tmp -Xlog:gc
            OTHER             | -Xmx1g                                             | -Xmx1g
            """)
    void removesOnlyCollectorAndHeap(String variable, String options, String kept) {
        Map<String, String> environment = new HashMap<>(Map.of(variable, options, "PATH", "/bin"));
        ChildEnvironment.removeHeapOptions(environment);
        assertThat(environment.get("PATH")).isEqualTo("/bin");
        assertThat(environment.get(variable).split(" +")).containsExactly(kept.split(" +"));
    }

    private static Map<String, String> changed(Map<String, String> environment) {
        Map<String, String> changed = new HashMap<>(environment);
        ChildEnvironment.setNumericLocale(changed);
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
