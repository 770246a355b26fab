package org.ticktoquote.replayer.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PiecewiseLinearTest {
    private final PiecewiseLinear curve = PiecewiseLinear.through(-10, 1, 0, 3, 2, 9, 4, 5);

    @Test
    void isLinearBetweenKnotsAndFlatOutside() {
        assertThat(curve.at(-100)).isEqualTo(1);
        assertThat(curve.at(-5)).isEqualTo(2);
        assertThat(curve.at(0)).isEqualTo(3);
        assertThat(curve.at(3)).isEqualTo(7);
        assertThat(curve.at(4)).isEqualTo(5);
        assertThat(curve.at(100)).isEqualTo(5);
    }

    @Test
    void findsHighestValueOfAnInterval() {
        assertThat(curve.highestBetween(-10, 0)).isEqualTo(3);
        assertThat(curve.highestBetween(1, 3)).isEqualTo(9);
        assertThat(curve.highestBetween(-100, 100)).isEqualTo(9);
        assertThat(curve.highestBetween(3, 100)).isEqualTo(7);
    }

    @Test
    void refusesKnotsThatDoNotAscend() {
        assertThatThrownBy(() -> PiecewiseLinear.through(1, 0, 1, 2)).hasMessageContaining("knots must ascend");
    }
}
