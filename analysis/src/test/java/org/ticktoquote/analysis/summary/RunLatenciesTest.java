package org.ticktoquote.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.Latency;

class RunLatenciesTest {
    private static final RunLatencies NOTHING = RunLatencies.of(latency -> null, List.of());

    /** In a summary they are members of it, as here. */
    private record File(@JsonUnwrapped RunLatencies latencies) {}

    @Test
    void standInTheFileAsTheTableOfMeasuresHasThem() throws JsonProcessingException {
        JsonMapper json = new JsonMapper();
        JsonNode file = json.readTree(json.writeValueAsString(new File(NOTHING)));
        List<String> expected = new ArrayList<>(
                Arrays.stream(Latency.values()).map(Latency::field).toList());
        expected.addAll(List.of("lastClientLate"));
        assertThat(file.fieldNames()).toIterable().containsExactlyElementsOf(expected);
        assertThat(file.path("responsePublishedNs").isNull()).isTrue();
    }

    @Test
    void whatARunDoesNotHaveIsLeftOutOfItsTables() {
        assertThat(NOTHING.byField()).isEmpty();
        assertThat(NOTHING.has(Latency.RESPONSE)).isFalse();
        assertThatThrownBy(() -> NOTHING.of(Latency.RESPONSE)).hasMessage("responseNs");
    }

    @Test
    void everyMeasureIsDrawnInItsOwnWayAndHasItsOwnNames() {
        assertThat(Latency.values())
                .extracting(latency -> latency.series().style())
                .doesNotHaveDuplicates();
        assertThat(Latency.values()).extracting(Latency::title).doesNotHaveDuplicates();
        assertThat(Latency.values()).extracting(Latency::file).doesNotHaveDuplicates();
    }
}
