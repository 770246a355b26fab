package org.ticktoquote.core.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeerClockReadingTest {
    @Test
    void isOrderedWithinLocalTimesAndBoundsTheOffset() {
        assertThat(new PeerClockReading(100, 130, 190).ordered()).isTrue();
        assertThat(new PeerClockReading(100, 100, 100).ordered()).isTrue();
        assertThat(new PeerClockReading(100, 99, 190).ordered()).isFalse();
        assertThat(new PeerClockReading(100, 191, 190).ordered()).isFalse();

        assertThat(new PeerClockReading(Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1).ordered())
                .isTrue();

        PeerClockReading reading = new PeerClockReading(100, 130, 190);
        assertThat(reading.aheadAtLeastNs()).isEqualTo(-60);
        assertThat(reading.aheadAtMostNs()).isEqualTo(30);
        assertThat(reading.widthNs()).isEqualTo(90);
    }
}
