package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.host.nativeclock.BracketedRead;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.CycleCounter;
import org.ticktoquote.host.nativeclock.TickCalibration;
import org.ticktoquote.host.nativeclock.TscClock;

/**
 * Everything that needs native readings, measured in this process or in one on a newer Java.
 *
 * @param tables of the native clocks
 * @param counter as a clock
 */
record NativePart(ClockTables tables, Measured<CounterFigures> counter) {
    private static final String COUNTER = "processor's counter";

    /** Measures what this Java can; what it cannot says why. */
    static NativePart measure(ClocksPlan plan, AllowedCpus cpus, ClockTables.Stage stage) {
        ClockFacts facts = ClockFacts.ofThisMachine();
        List<BracketedRead> reads;
        try {
            reads = CounterExperiment.calibrationReads(stage);
        } catch (UnsupportedOperationException e) {
            return withoutCounter(plan, cpus, stage, facts, 1, String.valueOf(e.getMessage()));
        }
        double nsPerTick = TickCalibration.of(reads).nsPerTick();
        if (!facts.invariant()) {
            String reason = "it is not invariant (constant_tsc, nonstop_tsc): no calibration holds";
            return withoutCounter(plan, cpus, stage, facts, nsPerTick, reason);
        }
        return withCounter(plan, cpus, stage, facts, reads, nsPerTick);
    }

    private static NativePart withoutCounter(
            ClocksPlan plan,
            AllowedCpus cpus,
            ClockTables.Stage stage,
            ClockFacts facts,
            double nsPerTick,
            String reason) {
        ClockTables tables = ClockTables.measure(NativeClocks.all(facts, nsPerTick), plan.cost(), cpus, stage);
        return new NativePart(tables, Measured.missing(COUNTER, reason));
    }

    private static NativePart withCounter(
            ClocksPlan plan,
            AllowedCpus cpus,
            ClockTables.Stage stage,
            ClockFacts facts,
            List<BracketedRead> reads,
            double nsPerTick) {
        List<Clock> clocks = new ArrayList<>(NativeClocks.all(facts, nsPerTick));
        Clock ordered = NativeClocks.counter(CycleCounter.ordered(facts.architecture()), facts, nsPerTick);
        try (TscClock steered = new TscClock(facts)) {
            clocks.add(NativeClocks.steered(steered));
            ClockTables tables = ClockTables.measure(clocks, plan.cost(), cpus, stage);
            return new NativePart(
                    tables,
                    Measured.of(COUNTER, () -> CounterExperiment.measure(reads, steered, ordered, plan, cpus, stage)));
        }
    }
}
