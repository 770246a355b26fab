package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;

class NamePatternTest {
    @Test
    void matchesWholeNamesAsAGlob() {
        NamePattern pattern = NamePattern.of("clients-?o-0*");
        assertThat(pattern.matches("clients-io-00-i")).isTrue();
        assertThat(pattern.matches("clients-io-0")).isTrue();
        assertThat(pattern.matches("a clients-io-00")).isFalse();
        assertThat(NamePattern.of("G1 Conc#0").matches("G1 Conc#01")).isFalse();
        assertThat(NamePattern.of("a.b").matches("axb")).isFalse();
        assertThat(NamePattern.of("a?b*").matches("a\nb\n")).isTrue();
        assertThat(NamePattern.of("/a.b/").matches("a\nb")).isTrue();
    }

    @Test
    void matchesWholeNamesAsARegularExpressionBetweenSlashes() {
        NamePattern pattern = NamePattern.of("/pricing-(io|out)-[0-9]+/");
        assertThat(pattern.matches("pricing-io-12")).isTrue();
        assertThat(pattern.matches("pricing-io-")).isFalse();
        assertThatThrownBy(() -> NamePattern.of("/(/"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("a regular expression between slashes");
    }

    @Test
    void suggestsShorterPatternForTooLongNames() {
        assertThat(NamePattern.of("C2 CompilerThread0").tooLong())
                .hasValueSatisfying(text -> assertThat(text).contains("at most 15", "'C2 CompilerThre'"));
        assertThat(NamePattern.of("C2 CompilerThre").tooLong()).isEmpty();
        assertThat(NamePattern.of("C2 CompilerThr**").tooLong()).isEmpty();
        assertThat(NamePattern.of("/C2 CompilerThread[0-9]+/").tooLong()).isEmpty();
    }

    /** Expressions with which java.util.regex does not terminate. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/(.*.*.*.*.*.*.*.*.*.*)*x/",
                "/((((((((((.?)*)*)*)*)*)*)*)*)*)*~/",
                "/((((((((((b?)*)*)*)*)*)*)*)*)*)*~/"
            })
    @Timeout(60)
    void matchesNestedQuantifiersInReasonableTime(String text) {
        NamePattern pattern = NamePattern.of(text);
        assertThat(pattern.matches("bbbbbbbbbbbbbbb")).isFalse();
        assertThat(pattern.matches("bbbbbbbbbbbbbb" + text.charAt(text.length() - 2)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/(a)\\1/", "/a(?=b)/", "/a{1001}/"})
    void refusesUnsupportedExpressions(String text) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> NamePattern.of(text))
                .withMessageContaining("a regular expression between slashes: ");
    }

    @Test
    @Timeout(60)
    void matchesGlobsWithManyStarsQuickly() {
        assertThat(NamePattern.of("*".repeat(200) + "x").matches("aaaaaaaaaaaaaaa"))
                .isFalse();
        assertThat(NamePattern.of("*a".repeat(14) + "*b").matches("aaaaaaaaaaaaaaa"))
                .isFalse();
        assertThat(NamePattern.of("a**b").matches("a--b")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//"})
    void refusesEmptyExpression(String text) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> NamePattern.of(text))
                .withMessageContaining("no name matches");
    }

    @Test
    void refusesTooLongExpression() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> NamePattern.of("/" + "(".repeat(50_000) + ")".repeat(50_000) + "/"))
                .withMessageContaining("at most 1000 characters");
    }
}
