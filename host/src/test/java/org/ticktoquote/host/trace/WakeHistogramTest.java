package org.ticktoquote.host.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WakeHistogramTest {
    private static final String WAKING = """
            # event histogram
            #
            # trigger info: hist:keys=common_pid,pid:vals=hitcount:sort=hitcount:size=65536 [active]
            #

            { common_pid:       4712, pid:       4713 } hitcount:         12
            { common_pid:          0, pid:         17 } hitcount:      20481

            Totals:
                Hits: 20493
                Entries: 2
                Dropped: %d
            """;

    private static final String SENDING = """
            { common_pid:       4713 } hitcount:          3

            Totals:
                Hits: 3
            """;

    @Test
    void readsPairsAndSenders() {
        WakeCounts counts = WakeHistogram.parse(String.format(WAKING, 0), SENDING);
        assertThat(counts.wakes())
                .isEqualTo(Map.of(new WakeCounts.Pair(4712, 4713), 12L, new WakeCounts.Pair(0, 17), 20_481L));
        assertThat(counts.sends()).isEqualTo(Map.of(4713L, 3L));
        assertThat(counts.dropped()).isFalse();
    }

    @Test
    void saysWhenItsTableWasFull() {
        assertThat(WakeHistogram.parse(String.format(WAKING, 7), "").dropped()).isTrue();
    }
}
