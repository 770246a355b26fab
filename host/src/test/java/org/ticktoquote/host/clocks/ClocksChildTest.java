package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.host.clocks.ClocksMeasurement.ClocksChild;
import org.ticktoquote.host.clocks.ClocksMeasurement.NewerJava;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.process.JavaCommand;

class ClocksChildTest {
    private static final int JAVA = Runtime.version().feature();
    private static final ClocksPlan PLAN =
            new ClocksPlan(new CostPlan(20, 10, 2, TimeUnit.MILLISECONDS.toNanos(1)), TimeUnit.SECONDS.toNanos(1), 0);

    @Test
    void childReadsTheSameClockAndMeasuresAvailableOnes() {
        NativeClockMeasurements part;
        try (ClocksChild process = new ClocksChild(JavaCommand.ownJava(), JAVA)) {
            for (int i = 0; i < 20; i++) {
                PeerClockReading reading = process.readClock();
                assertThat(reading.ordered()).as("%s", reading).isTrue();
            }
            part = process.measure(PLAN);
        }
        assertThat(part.tables().cost()).hasSizeGreaterThanOrEqualTo(10).allSatisfy(row -> {
            assertThat(row.java()).isEqualTo(JAVA);
            if (row.figures() == null) {
                assertThat(row.missing()).isNotEmpty();
            } else {
                assertThat(row.figures().perCallNs().count()).isEqualTo(18);
            }
        });
        if (JAVA < NewerJava.WANTED) {
            assertThat(part.counter().missing()).isEqualTo("needs Java 22 or newer, this is Java " + JAVA);
        } else {
            assertThat(part.tables().cost())
                    .filteredOn(row -> row.clock().equals("clock_gettime(CLOCK_MONOTONIC)"))
                    .allSatisfy(row -> assertThat(row.figures()).isNotNull());
        }
    }

    @Test
    void refusesProgramThatIsNotJava() {
        assertThatThrownBy(() -> new ClocksChild(Path.of("/nonexistent/java"), JAVA))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("/nonexistent/java cannot be started");
        try (ClocksChild process = new ClocksChild(Path.of("/bin/true"), JAVA)) {
            assertThatThrownBy(process::readClock)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageStartingWith("the other process");
        }
    }
}
