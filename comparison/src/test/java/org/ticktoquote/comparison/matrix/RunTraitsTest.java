package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A fact that has a different value in every run of both cases is not a difference of the cases. */
final class RunTraitsTest {
    private static RunTraits traits(int runs, Map<String, List<String>> facts) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        facts.forEach((name, all) -> values.put(name, new TreeSet<>(all)));
        return new RunTraits(values, runs);
    }

    private static RunTraits fact(int runs, String... values) {
        return traits(runs, Map.of("fact", List.of(values)));
    }

    private static List<Difference> differences(RunTraits baseline, RunTraits here) {
        return here.differencesFrom(baseline);
    }

    private static List<Difference> difference(String baseline, String here) {
        return List.of(new Difference("fact", baseline, here));
    }

    @Test
    void ignoresAFactThatDiffersInEveryRunOfBothCases() {
        assertThat(differences(fact(2, "a", "b"), fact(2, "c", "d"))).isEmpty();
        assertThat(differences(fact(3, "a", "b", "c"), fact(2, "d", "e"))).isEmpty();
    }

    @Test
    void reportsAFactThatDiffersInEveryRunOfOneCaseOnly() {
        assertThat(differences(fact(2, "a", "b"), fact(3, "c", "d"))).isEqualTo(difference("a | b", "c | d"));
        assertThat(differences(fact(3, "a", "b"), fact(2, "c", "d"))).isEqualTo(difference("a | b", "c | d"));
        assertThat(differences(fact(2, "a"), fact(2, "c", "d"))).isEqualTo(difference("a", "c | d"));
    }

    @Test
    void reportsAFactOfASingleRun() {
        assertThat(differences(fact(1, "a"), fact(2, "c", "d"))).isEqualTo(difference("a", "c | d"));
        assertThat(differences(fact(2, "a", "b"), fact(1, "c"))).isEqualTo(difference("a | b", "c"));
        assertThat(differences(fact(1, "a"), fact(1, "c"))).isEqualTo(difference("a", "c"));
    }

    @Test
    void comparesCommandsWithoutRunDirectoryPortsAndWindowNotation() {
        assertThat(RunTraits.comparable(
                        "t2q replay --window T0-4s..T0-2s --speed 1.0 --feed udp://h:17054 --run a/r1", "r1"))
                .isEqualTo(RunTraits.comparable(
                        "t2q replay --window 12:29:56..12:29:58 --speed 1.0 --feed udp://h:21001 --run b/r2", "r2"))
                .isNotEqualTo(RunTraits.comparable(
                        "t2q replay --window 12:29:56..12:29:58 --speed 2.0 --feed udp://h:21001 --run b/r2", "r2"));
    }

    @Test
    void reportsAFactThatOneCaseLacks() {
        assertThat(differences(fact(2, "a"), traits(2, Map.of()))).isEqualTo(difference("a", ""));
        assertThat(differences(traits(2, Map.of()), fact(2, "a"))).isEqualTo(difference("", "a"));
        assertThat(differences(fact(2, "a"), fact(2, "a"))).isEmpty();
    }
}
