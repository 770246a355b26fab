package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TcpSocketCountersTest {
    private static long needed(long retransmits, long spurious) {
        return new TcpSocketCounters(0, retransmits, spurious, 0, 0, 0, 0).neededRetransmits();
    }

    @Test
    void whatTheOtherEndHadAlreadyWasNotNeeded() {
        assertThat(needed(7, 2)).isEqualTo(5);
        assertThat(needed(7, 0)).isEqualTo(7);
    }

    @Test
    void aKernelThatDoesNotTellThemApartLeavesAll() {
        assertThat(needed(7, ConnectionCounters.UNKNOWN)).isEqualTo(7);
    }
}
