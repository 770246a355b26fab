package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.yaml.Wildcard;

class NearestWordTest {
    private static final List<String> KEYS = List.of("repeats", "retries", "baseline", "warm-up", "jvms");

    @ParameterizedTest
    @CsvSource({
        "repeat, repeats", "reapets, repeats", "RETRIES, retries", "warmUp, warm-up", "warm_up, warm-up",
        "base-line, baseline", "jvm, jvms", "x,", "colour,", "window,",
        "'',"
    })
    void suggestsTheKeyForATypoAndNothingForAnUnrelatedWord(String word, @Nullable String meant) {
        assertThat(NearestWord.of(word, KEYS)).isEqualTo(Optional.ofNullable(meant));
    }

    @Test
    void countsEdits() {
        assertThat(NearestWord.edits("", "abc")).isEqualTo(3);
        assertThat(NearestWord.edits("abc", "acb")).isEqualTo(1);
        assertThat(NearestWord.edits("kitten", "sitting")).isEqualTo(3);
    }

    @Test
    void asteriskMatchesAnyText() {
        assertThat(Wildcard.anyMatches(List.of("azul*", "Eclipse*"), "Azul Systems, Inc."))
                .isTrue();
        assertThat(Wildcard.anyMatches(List.of("17.*"), "17.0.15")).isTrue();
        assertThat(Wildcard.anyMatches(List.of("17.*"), "117.0.15")).isFalse();
        assertThat(Wildcard.anyMatches(List.of("a.c"), "abc")).isFalse();
        assertThat(Wildcard.anyMatches(List.of(), "a")).isFalse();
    }
}
