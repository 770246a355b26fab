package org.ticktoquote.host.clocks;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.host.HostFacts;
import org.ticktoquote.host.nativeclock.ClockChoice;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.process.JavaCommand;

/** Measures everything: Java's clocks in this process, native ones here or in a process on a newer Java. */
final class ClocksMeasurement {
    private static final int EXCHANGES = 1_000;

    private final ClocksPlan plan;
    private final boolean newerJavaAllowed;
    private final ClockTables.Stage stage;
    private final int java = Runtime.version().feature();
    private final AllowedCpus cpus = AllowedCpus.ofThisThread();

    ClocksMeasurement(ClocksPlan plan, boolean newerJavaAllowed, ClockTables.Stage stage) {
        this.plan = plan;
        this.newerJavaAllowed = newerJavaAllowed;
        this.stage = stage;
    }

    /** Runs for as long as the plan says, on this thread and some of its own. */
    ClocksReport report() {
        Clock nanoTime = JavaClocks.nanoTime();
        ClockTables own = ClockTables.measure(JavaClocks.all(), plan.cost(), cpus, stage);
        stage.begin("offset of System.nanoTime between CPUs");
        Measured<List<CpuOffset>> offsets =
                Measured.of(nanoTime.name(), () -> CpuOffsetExperiment.measure(nanoTime, cpus));
        Other other = other();
        List<IdleRow> idle = IdleRows.measure(nanoTime, cpus, plan.longestWaitNs(), stage);
        ClockTables all = own.with(other.part.tables());
        ClockFacts facts = ClockFacts.ofThisMachine();
        return new ClocksReport(
                ClocksReport.FORMAT_VERSION,
                new ClocksReport.About(
                        "tick-to-quote " + BuildIdentity.own().words(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                        HostFacts.read(),
                        facts,
                        other.java,
                        plan),
                new ClocksReport.Found(all, offsets, other.ordering, other.part.counter(), idle),
                Published.ROWS,
                Interpretation.of(findings(facts, all, offsets, other)));
    }

    /** What another process contributes: its Java in words, its clocks, and the order of its readings among ours. */
    private record Other(String java, NativePart part, Measured<ProcessOrdering> ordering) {}

    private Other other() {
        if (java >= NewerJava.WANTED) {
            return alone("Java " + java + ", this one");
        }
        if (!newerJavaAllowed) {
            return alone("none, as --this-java says");
        }
        return NewerJava.find().map(this::on).orElseGet(() -> alone("none: no Java 22 or newer was found"));
    }

    /** Native clocks as far as this Java can read them; the other process is another of the same Java. */
    private Other alone(String words) {
        NativePart part = NativePart.measure(plan, cpus, stage);
        return new Other(words, part, Measured.of(JavaClocks.nanoTime().name(), () -> {
            try (PartProcess process = new PartProcess(JavaCommand.ownJava(), java)) {
                return ordering(process, java);
            }
        }));
    }

    private Other on(NewerJava newer) {
        String words = "Java " + newer.feature() + " at " + newer.home();
        stage.begin("starting " + words + " for the native clocks");
        try (PartProcess process = new PartProcess(newer.executable(), newer.feature())) {
            ProcessOrdering ordering = ordering(process, newer.feature());
            return new Other(
                    words,
                    process.measure(plan),
                    Measured.of(JavaClocks.nanoTime().name(), () -> ordering));
        } catch (UnsupportedOperationException e) {
            return alone("none: " + words + ": " + e.getMessage());
        }
    }

    private ProcessOrdering ordering(PartProcess process, int otherJava) {
        stage.begin("order of readings across processes");
        List<ForeignReading> readings = new ArrayList<>(EXCHANGES);
        for (int i = 0; i < EXCHANGES; i++) {
            readings.add(process.readClock());
        }
        return ProcessOrdering.of(otherJava, readings);
    }

    private Interpretation.Findings findings(
            ClockFacts facts, ClockTables all, Measured<List<CpuOffset>> offsets, Other other) {
        String nanoTime = JavaClocks.nanoTime().name();
        long acrossCpus = figures(all.ordering(), nanoTime)
                .map(OrderingFigures::violations)
                .orElse(0L);
        ProcessOrdering processes = other.ordering.figures();
        CounterFigures counter = other.part.counter().figures();
        Interpretation.Findings.Steered steered = counter == null
                ? null
                : figures(all.cost(), NativeClocks.STEERED)
                        .map(cost -> new Interpretation.Findings.Steered(
                                cost.perCallNs().p50(), counter.steered().worstErrorBoundNs()))
                        .orElse(null);
        return new Interpretation.Findings(
                ClockChoice.of(java, facts),
                figures(all.cost(), nanoTime).orElseThrow(),
                figures(all.resolution(), nanoTime).orElseThrow(),
                offsets.figures() == null ? List.of() : offsets.figures(),
                acrossCpus + (processes == null ? 0 : processes.violations()),
                steered);
    }

    private static <T> Optional<T> figures(List<Measured<T>> rows, String clock) {
        return rows.stream()
                .filter(row -> row.clock().equals(clock))
                .findFirst()
                .flatMap(row -> Optional.ofNullable(row.figures()));
    }
}
