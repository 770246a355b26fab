package org.ticktoquote.host.clocks;

import java.util.List;
import java.util.Map;
import org.ticktoquote.host.clocks.ClockMeasurements.CostFigures;
import org.ticktoquote.host.clocks.ClockMeasurements.OrderingFigures;
import org.ticktoquote.host.clocks.ClockMeasurements.Resolution;
import org.ticktoquote.host.clocks.ClocksMeasurement.ProcessOrdering;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.ClocksReport.Published;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.IdleMeasurements.IdleMeasurement;
import org.ticktoquote.host.clocks.NativeClockMeasurements.CounterFigures;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.TickCalibration;

/** Report of a fictitious machine with easily recognised figures. */
final class SampleReport {
    static final ClockFacts FACTS =
            new ClockFacts("amd64", List.of("tsc", "constant_tsc", "nonstop_tsc"), "tsc", List.of("tsc", "hpet"));

    private SampleReport() {}

    static CostFigures cost(double... perCallNs) {
        return CostFigures.of(perCallNs, 900);
    }

    static Interpretation.Findings findings(long violations) {
        return new Interpretation.Findings(
                FACTS.reasonForNanoTime(25),
                cost(20, 24, 24, 26),
                new Resolution(100, 0, 10, 20, 500, 0),
                List.of(new CpuOffset(0, 1, 10, -40, 30)),
                violations,
                true,
                new Interpretation.Steered(cost(21), 55));
    }

    static ClocksReport report() {
        ClockMeasurements tables = new ClockMeasurements(
                List.of(
                        new Measured<>("System.nanoTime", 17, cost(20, 24, 24, 26), ""),
                        Measured.missing("rdtsc", "needs <Java> 22")),
                List.of(new Measured<>("System.nanoTime", 17, new Resolution(100, 0.25, 10, 20, 500, 0), "")),
                List.of(new Measured<>("System.nanoTime", 17, new OrderingFigures(2, 1_000, 30, 0, 0), "")));
        CounterFigures counter = new CounterFigures(
                new TickCalibration(0.4, 0.125, 200, 1_000_000_000, 50, 3, 9),
                new CounterFigures.Drift(
                        2_000_000_000L, -0.5, 1_000, List.of(new CounterFigures.Point(2_000_000_000L, -1_000))),
                Measured.missing("rdtscp", "only one CPU"),
                new CounterFigures.Steered(2_000_000_000L, 30, 55));
        IdleMeasurement.Figures idle = new IdleMeasurement.Figures(
                Series.of(new double[] {61}), Series.of(new double[] {62}), Series.of(new double[] {63}));
        return new ClocksReport(
                ClocksReport.FORMAT_VERSION,
                "tick-to-quote test",
                "2026-11-21T00:00:00Z",
                Map.of("cpuModel", "A <b>CPU</b> & more", "cpus", "2", "kernel", "6.18", "harnessJava", "VM 17"),
                FACTS,
                "Java 25 at /opt/jdk",
                new ClocksPlan(new CostPlan(14, 100, 10, 1), 2_000_000_000L, 1_000_000),
                tables,
                new Measured<>("System.nanoTime", 17, List.of(new CpuOffset(0, 1, 10, -40, 30)), ""),
                new Measured<>("System.nanoTime", 17, new ProcessOrdering(25, 1_000, 0, 80_000, -30_000, 20_000), ""),
                new Measured<>("counter", 25, counter, ""),
                List.of(
                        IdleMeasurement.of("asleep for 1 ms", idle),
                        IdleMeasurement.missing("asleep for 1 ms, spinning", "only one CPU")),
                Published.ROWS,
                Interpretation.of(findings(0)));
    }
}
