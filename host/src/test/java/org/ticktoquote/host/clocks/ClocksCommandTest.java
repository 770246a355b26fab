package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ticktoquote.host.command.T2qLine;

class ClocksCommandTest {
    @Test
    void reportsAllInvalidOptionsBeforeMeasuring() {
        T2qLine line = new T2qLine();

        assertThat(line.run("clocks --calls 0 --blocks 1 --drop -1 --drift 2h --warm-up 2min --longest-sleep 2s"))
                .isEqualTo(2);
        assertThat(line.err())
                .contains("--calls: '0', expected", "--blocks: '1', expected", "--drop: '-1', expected")
                .contains("--drift: '7200 s', expected 1s..1h", "--warm-up: '120 s', expected 1min at most")
                .contains("--longest-sleep: '2.00 s', expected 1us..1s");
        assertThat(line.out()).isEmpty();
    }
}
