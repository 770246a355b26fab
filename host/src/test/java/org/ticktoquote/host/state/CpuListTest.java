package org.ticktoquote.host.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0-3|0-3
        3,1,2|1-3
        7|7
        0,2-4,9|0,2-4,9
        ''|none
        (null)|none
        managed_irq,domain,2-7|2-7
        4-N|4-15
        all|0-15
        0-15:2/4|0-1,4-5,8-9,12-13
        """)
    void readsAllNotations(String text, String cpus) {
        assertThat(CpuList.parse(text, 15)).hasToString(cpus);
    }

    @Test
    void supportsSetOperations() {
        CpuList some = CpuList.parse("2-4");

        assertThat(some.numbers()).isEqualTo(List.of(2, 3, 4));
        assertThat(some.count()).isEqualTo(3);
        assertThat(some.last()).isEqualTo(4);
        assertThat(CpuList.none().last()).isEqualTo(-1);
        assertThat(some.without(CpuList.of(3))).hasToString("2,4");
        assertThat(some.union(CpuList.of(9))).hasToString("2-4,9");
        assertThat(some.containsAll(CpuList.parse("2,4"))).isTrue();
        assertThat(some.containsAll(CpuList.parse("2,5"))).isFalse();
        assertThat(some.intersects(CpuList.parse("4-8"))).isTrue();
        assertThat(some).isEqualTo(CpuList.parse("4,3,2")).hasSameHashCodeAs(CpuList.parse("2-4"));
    }

    @Test
    void acceptsListsOfAllPossibleCpus() {
        String all = IntStream.range(0, 8_192).mapToObj(String::valueOf).collect(Collectors.joining(","));
        assertThat(CpuList.parseStrictly(all)).hasToString("0-8191");
        String even = IntStream.iterate(0, cpu -> cpu < 8_192, cpu -> cpu + 2)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
        assertThat(CpuList.parseStrictly(even).count()).isEqualTo(4_096);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8192", "0-8192", "3-2", "1,,2", "1-", "-1", "a", "1 2", "00001", "", " "})
    void refusesInvalidSets(String text) {
        String shown = text.isBlank() ? "'" + text + "'" : text;
        assertThatThrownBy(() -> CpuList.parseStrictly(text)).hasMessage("not a set of CPUs: " + shown);
    }
}
