package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClocksPageTest {
    private final String html = ClocksText.page(SampleReport.report()).html();

    @Test
    void holdsTheTablesAndThePublishedRows() {
        assertThat(html)
                .contains("A &lt;b&gt;CPU&lt;/b&gt; &amp; more")
                .contains("needs &lt;Java&gt; 22")
                .contains("Intel Nehalem", "296.02", "idle machine", "only one CPU")
                .contains("2500.000000 MHz")
                .contains("differ by more than 160 ns");
    }

    @Test
    void drawsCostsAndDrift() {
        assertThat(html).contains("System.nanoTime, Java 17: ns per call, blocks", "20.00 .. 20.60", "class=\"curve\"");
    }
}
