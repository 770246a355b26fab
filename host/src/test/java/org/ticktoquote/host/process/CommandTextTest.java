package org.ticktoquote.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandTextTest {
    @Test
    void splitsUnquotesAndJoinsWithoutInterpretingShellSyntax() {
        assertThat(CommandText.split("  java  -jar\tmy.jar\n")).containsExactly("java", "-jar", "my.jar");
        assertThat(CommandText.split("a 'b c' \"d e\" f'g h'i")).containsExactly("a", "b c", "d e", "fg hi");
        assertThat(CommandText.split("a '' \"\"")).containsExactly("a", "", "");
        assertThat(CommandText.split("a\\ b 'c\\d' \"e\\\"f\\g\"")).containsExactly("a b", "c\\d", "e\"f\\g");
        assertThat(CommandText.split("a;b $(c) `d` | e > f && *"))
                .containsExactly("a;b", "$(c)", "`d`", "|", "e", ">", "f", "&&", "*");

        List<String> arguments = List.of("-Xmx1g", "-Da=b c", "", "it's", "a\\b", "\"q\"", "{run}/x");
        assertThat(CommandText.split(CommandText.join(arguments))).isEqualTo(arguments);
        assertThat(CommandText.join(List.of("-XX:+UseZGC", "-Xmx1g"))).isEqualTo("-XX:+UseZGC -Xmx1g");
    }

    @Test
    void fillsPlaceholdersWithoutSplittingTheirValues() {
        assertThat(CommandText.fill(List.of("--md={feed}", "{run}"), Map.of("feed", "udp://h:1", "run", "/a b/$1")))
                .containsExactly("--md=udp://h:1", "/a b/$1");

        List<String> flags = List.of("-Xmx1g", "-Da={b}");
        assertThat(CommandText.expand(List.of("java", "{jvmArgs}", "OPTS={jvmArgs}"), "{jvmArgs}", flags))
                .containsExactly("java", "-Xmx1g", "-Da={b}", "OPTS=-Xmx1g -Da={b}");
        assertThat(CommandText.expand(List.of("java", "{jvmArgs}", "x"), "{jvmArgs}", List.of()))
                .containsExactly("java", "x");
    }
}
