package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternTest {
    /** As globs, or as regular expressions between slashes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clients-?o-0* | clients-io-00-i | true
            clients-?o-0* | clients-io-0    | true
            clients-?o-0* | a clients-io-00 | false
            G1 Conc#0     | G1 Conc#01      | false
            a.b           | axb             | false
            a**b          | a--b            | true
            '/pricing-(io|out)-[0-9]+/' | pricing-io-12 | true
            '/pricing-(io|out)-[0-9]+/' | pricing-io-   | false
            """)
    void matchesWholeNames(String pattern, String name, boolean matches) {
        assertThat(NamePattern.of(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void matchesNamesWithLineBreaks() {
        assertThat(NamePattern.of("a?b*").matches("a\nb\n")).isTrue();
        assertThat(NamePattern.of("/a.b/").matches("a\nb")).isTrue();
    }

    @Test
    void limitsTheLengthOfPatterns() {
        assertThat(NamePattern.of("C2 CompilerThread0").tooLong())
                .hasValueSatisfying(text -> assertThat(text).contains("at most 15", "'C2 CompilerThre'"));
        assertThat(NamePattern.of("C2 CompilerThre").tooLong()).isEmpty();
        assertThat(NamePattern.of("C2 CompilerThr**").tooLong()).isEmpty();
        assertThat(NamePattern.of("/C2 CompilerThread[0-9]+/").tooLong()).isEmpty();

        assertThatRefused(() -> NamePattern.of("/" + "(".repeat(50_000) + ")".repeat(50_000) + "/"))
                .hasMessageContaining("at most 1000 characters");
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
    @CsvSource(delimiter = '|', textBlock = """
            /(/       | a regular expression between slashes:
            /(a)\\1/  | a regular expression between slashes:
            /a(?=b)/  | a regular expression between slashes:
            /a{1001}/ | a regular expression between slashes:
            /         | no name matches
            //        | no name matches
            """)
    void refusesUnsupportedAndEmptyExpressions(String text, String problem) {
        assertThatRefused(() -> NamePattern.of(text)).hasMessageContaining(problem);
    }

    @Test
    @Timeout(60)
    void matchesGlobsWithManyStarsQuickly() {
        assertThat(NamePattern.of("*".repeat(200) + "x").matches("aaaaaaaaaaaaaaa"))
                .isFalse();
        assertThat(NamePattern.of("*a".repeat(14) + "*b").matches("aaaaaaaaaaaaaaa"))
                .isFalse();
    }
}
