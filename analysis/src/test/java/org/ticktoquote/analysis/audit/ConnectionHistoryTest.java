package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockPair;

class ConnectionHistoryTest {
    private static final TimeInterval MEASURED = new TimeInterval(100, 200);

    private static AuditSample at(long ns, ConnectionCounters... connections) {
        return new AuditSample(new ClockPair(ns, ns, 0), false, "tsc", Map.of(), List.of(connections), "");
    }

    private static ConnectionCounters figures(int port, long retransmits, long limitedNs, long window) {
        return new ConnectionCounters(3, port, retransmits, 2 * Math.max(0, retransmits), limitedNs, window, 0);
    }

    private static ConnectionHistory.CounterDelta grown(AuditSample... samples) {
        return ConnectionHistory.of(3, Stream.of(samples).toList()).delta(MEASURED);
    }

    @Test
    void countsOnlyTheMeasuredPartToTheNextSample() {
        ConnectionHistory.CounterDelta grown = grown(
                at(50, figures(1, 5, 10, 9)),
                at(90, figures(1, 7, 20, 9)),
                at(150, figures(1, 8, 40, 9)),
                at(210, figures(1, 9, 50, 9)),
                at(300, figures(1, 30, 900, 9)));
        assertThat(grown).isEqualTo(new ConnectionHistory.CounterDelta(2, 4, 30, 0));
    }

    @Test
    void isZeroWhenNothingHappened() {
        assertThat(grown(at(50, figures(1, 5, 10, 9)), at(300, figures(1, 5, 10, 9))))
                .isEqualTo(new ConnectionHistory.CounterDelta(0, 0, 0, 0));
    }

    @Test
    void countsANewConnectionFromItsBeginning() {
        assertThat(grown(at(50, figures(1, 5, 10, 9)), at(120, figures(1, 6, 10, 9)), at(150, figures(2, 3, 8, 9))))
                .isEqualTo(new ConnectionHistory.CounterDelta(4, 8, 8, 0));
    }

    @Test
    void countsClosedWindowWithoutKernelCounters() {
        assertThat(grown(at(50, figures(1, -1, -1, 9)), at(150, figures(1, -1, -1, 0))))
                .satisfies(growth -> {
                    assertThat(growth.closedWindows()).isEqualTo(1);
                    assertThat(growth.limitedNs()).isEqualTo(-1);
                    assertThat(growth.retransmits()).isEqualTo(-1);
                });
    }

    @Test
    void isUnknownWithoutSamples() {
        assertThat(grown(at(50), at(150))).isEqualTo(new ConnectionHistory.CounterDelta(-1, -1, -1, 0));
        assertThat(grown(at(150, new ConnectionCounters(4, 1, 9, 9, 9, 0, 0))).closedWindows())
                .isZero();
    }

    @Test
    void usesSamplesExactlyAtTheBounds() {
        ConnectionHistory.CounterDelta grown = grown(
                at(90, figures(1, 1, 10, 9)),
                at(100, figures(1, 5, 20, 0)),
                at(200, figures(1, 8, 50, 0)),
                at(210, figures(1, 30, 900, 0)));
        assertThat(grown).isEqualTo(new ConnectionHistory.CounterDelta(3, 6, 30, 1));
    }

    @Test
    void isZeroForASingleSample() {
        ConnectionHistory.CounterDelta nothing = new ConnectionHistory.CounterDelta(0, 0, 0, 0);
        assertThat(grown(at(90, figures(1, 0, 0, 9)))).isEqualTo(nothing);
        assertThat(grown(at(90, figures(1, 7, 7, 9)))).isEqualTo(nothing);
        assertThat(grown(at(150, figures(1, 0, 0, 9)))).isEqualTo(nothing);
        assertThat(grown(at(90, new ConnectionCounters(3, 1, -1, -1, -1, 9, 0))))
                .isEqualTo(new ConnectionHistory.CounterDelta(-1, -1, -1, 0));
    }
}
