package org.ticktoquote.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaEnvironmentTest {
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
        JavaEnvironment.setIn(environment);
        assertThat(environment.get("PATH")).isEqualTo("/bin");
        assertThat(environment.get(variable).split(" +")).containsExactly(kept.split(" +"));
    }
}
