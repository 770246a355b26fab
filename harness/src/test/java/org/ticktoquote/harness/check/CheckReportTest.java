package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckReportTest {
    @Test
    void listsVenuesInFileOrder() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("clock", "System.nanoTime");
        facts.put("venue.ZURICH", "fix://127.0.0.1:9");
        facts.put("venue.LONDON", "fix://127.0.0.1:4001");
        assertThat(CheckReport.venues(facts)).isEqualTo("fix://127.0.0.1:9 (ZURICH), fix://127.0.0.1:4001 (LONDON)");
    }
}
