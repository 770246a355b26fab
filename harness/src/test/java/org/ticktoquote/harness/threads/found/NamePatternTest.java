package org.ticktoquote.harness.threads.found;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NamePatternTest {
    @Test
    void matchesWholeNamesAsAGlob() {
        NamePattern pattern = NamePattern.of("fix-?lient-0*");
        assertThat(pattern.matches("fix-client-00-i")).isTrue();
        assertThat(pattern.matches("fix-client-0")).isTrue();
        assertThat(pattern.matches("a fix-client-00")).isFalse();
        assertThat(NamePattern.of("G1 Conc#0").matches("G1 Conc#01")).isFalse();
        assertThat(NamePattern.of("a.b").matches("axb")).isFalse();
    }

    @Test
    void matchesWholeNamesAsARegularExpressionBetweenSlashes() {
        NamePattern pattern = NamePattern.of("/pricing-(io|out)-[0-9]+/");
        assertThat(pattern.matches("pricing-io-12")).isTrue();
        assertThat(pattern.matches("pricing-io-")).isFalse();
        assertThatThrownBy(() -> NamePattern.of("/(/"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a regular expression between slashes");
    }

    @Test
    void saysThatALongPatternCanNeverMatchAndWhatWould() {
        assertThat(NamePattern.of("C2 CompilerThread0").hopeless())
                .hasValueSatisfying(text -> assertThat(text).contains("at most 15", "'C2 CompilerThre'"));
        assertThat(NamePattern.of("C2 CompilerThre").hopeless()).isEmpty();
        assertThat(NamePattern.of("C2 CompilerThr**").hopeless()).isEmpty();
        assertThat(NamePattern.of("/C2 CompilerThread[0-9]+/").hopeless()).isEmpty();
    }
}
