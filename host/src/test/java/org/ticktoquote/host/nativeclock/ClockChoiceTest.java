package org.ticktoquote.host.nativeclock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClockChoiceTest {
    private static ClockFacts facts(String source, String... flags) {
        return new ClockFacts(ClockFacts.X86, List.of(flags), source, List.of(source));
    }

    private static String reason(int java, ClockFacts facts) {
        return facts.reasonForNanoTime(java);
    }

    @Test
    void explainsWhyTheCounterIsNotUsed() {
        ClockFacts sound = facts("tsc", "constant_tsc", "nonstop_tsc");
        assertThat(reason(25, sound)).startsWith("It already reads the processor's counter");
        assertThat(reason(17, sound)).contains("from Java 22 on").contains("run on Java 17");
        assertThat(reason(25, facts("hpet", "constant_tsc", "nonstop_tsc")))
                .contains("keeps time from hpet and not from the processor's counter");
        assertThat(reason(25, facts("acpi_pm", "tsc"))).contains("constant_tsc").contains("acpi_pm");
        assertThat(reason(25, facts(""))).contains("an unknown clock source");
    }
}
