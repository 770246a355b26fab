package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fact that has a different value in every run of both cases is not a difference of the cases. */
final class RunTraitsTest {
    /** Returns the traits of a case with a fact whose values are separated by blanks; it may have none. */
    private static RunTraits traits(int runs, String values) {
        Set<String> each = new TreeSet<>(List.of(values.split(" ")));
        return new RunTraits(values.isEmpty() ? Map.of() : Map.of("fact", each), runs);
    }

    /** Runs and values of the baseline, runs and values of the case, and the difference if there is one. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            2; a b  ; 2; c d; ''   ; ''
            3; a b c; 2; d e; ''   ; ''
            2; a b  ; 3; c d; a | b; c | d
            3; a b  ; 2; c d; a | b; c | d
            2; a    ; 2; c d; a    ; c | d
            1; a    ; 2; c d; a    ; c | d
            2; a b  ; 1; c  ; a | b; c
            1; a    ; 1; c  ; a    ; c
            2; a    ; 2; '' ; a    ; ''
            2; ''   ; 2; a  ; ''   ; a
            2; a    ; 2; a  ; ''   ; ''
            """)
    void ignoresOnlyAFactThatDiffersInEveryRunOfBothCases(
            int runsBefore, String before, int runs, String now, String differenceBefore, String difference) {
        assertThat(traits(runs, now).differencesFrom(traits(runsBefore, before)))
                .isEqualTo(
                        differenceBefore.equals(difference)
                                ? List.of()
                                : List.of(new Difference("fact", differenceBefore, difference)));
    }

    @Test
    void comparesCommandsWithoutRunDirectoryPortsAndWindowNotation() {
        assertThat(RunTraits.comparable(
                        "t2q replay --window T0-4s..T0-2s --speed 1.0 --feed udp://h:17054 --run a/r1", "r1"))
                .isEqualTo(RunTraits.comparable(
                        "t2q replay --window 12:29:56..12:29:58 --speed 1.0 --feed udp://h:21001 --run b/r2", "r2"))
                .isNotEqualTo(RunTraits.comparable(
                        "t2q replay --window 12:29:56..12:29:58 --speed 2.0 --feed udp://h:21001 --run b/r2", "r2"));
        assertThat(RunTraits.comparable("app --fix-port 21001 --report 5000 -DmaxReport=5000 --viewport 1920", "r1"))
                .isEqualTo("app --fix-port {port} --report 5000 -DmaxReport=5000 --viewport 1920");
        assertThat(RunTraits.comparable("app --fixport 21001 -Dfeedport=21002", "r1"))
                .isEqualTo("app --fixport {port} -Dfeedport={port}");
    }
}
