package org.ticktoquote.host.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTextTest {
    @Test
    void acceptsListOfAllPossibleCpus() {
        String all = IntStream.range(0, 8_192).mapToObj(String::valueOf).collect(Collectors.joining(","));
        assertThat(CpuSetText.parse(all)).hasToString("0-8191");
    }

    @Test
    void acceptsEverySecondCpu() {
        String even =
                IntStream.range(0, 4_096).mapToObj(i -> String.valueOf(2 * i)).collect(Collectors.joining(","));
        assertThat(CpuSetText.parse(even).count()).isEqualTo(4_096);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8192", "0-8192", "3-2", "1,,2", "1-", "-1", "a", "1 2", "00001"})
    void refusesInvalidSets(String text) {
        assertThatThrownBy(() -> CpuSetText.parse(text)).hasMessage("not a set of CPUs: " + text);
    }

    @Test
    void quotesEmptyTextInTheMessage() {
        assertThatThrownBy(() -> CpuSetText.parse("")).hasMessage("not a set of CPUs: ''");
        assertThatThrownBy(() -> CpuSetText.parse(" ")).hasMessage("not a set of CPUs: ' '");
    }
}
