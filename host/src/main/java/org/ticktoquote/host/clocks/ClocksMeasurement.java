package org.ticktoquote.host.clocks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.host.clocks.ClockMeasurements.CostFigures;
import org.ticktoquote.host.clocks.ClockMeasurements.OrderingFigures;
import org.ticktoquote.host.clocks.ClocksMeasurement.NewerJava;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.ClocksReport.Published;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.IdleMeasurements.IdleMeasurement;
import org.ticktoquote.host.clocks.NativeClockMeasurements.CounterFigures;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.process.ChildCommand;
import org.ticktoquote.host.process.JavaCommand;
import org.ticktoquote.host.source.LiveHost;

/** Runs all measurements: Java's clocks in this process, native clocks here or in a process on a newer Java. */
final class ClocksMeasurement {
    private static final int EXCHANGES = 1_000;

    private final ClocksPlan plan;
    private final boolean newerJavaAllowed;
    private final Consumer<String> stage;
    private final int java = Runtime.version().feature();
    private final AllowedCpus cpus = AllowedCpus.ofThisThread();

    ClocksMeasurement(ClocksPlan plan, boolean newerJavaAllowed, Consumer<String> stage) {
        this.plan = plan;
        this.newerJavaAllowed = newerJavaAllowed;
        this.stage = stage;
    }

    /** Runs all measurements of the plan, on the calling thread and on new threads. */
    ClocksReport report() {
        Clock nanoTime = Clock.nanoTime();
        ClockMeasurements own = ClockMeasurements.measure(Clock.javaClocks(), plan.cost(), cpus, stage);
        stage.accept("offset of System.nanoTime between CPUs");
        Measured<List<CpuOffset>> offsets =
                Measured.of(nanoTime.name(), () -> CpuOffsetExperiment.measure(nanoTime, cpus));
        ChildResult other = other();
        List<IdleMeasurement> idle = IdleMeasurements.measure(nanoTime, cpus, plan.longestWaitNs(), stage);
        ClockMeasurements all = own.with(other.part.tables());
        ClockFacts facts = ClockFacts.ofThisMachine();
        return new ClocksReport(
                ClocksReport.FORMAT_VERSION,
                "tick-to-quote " + BuildIdentity.own().description(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                LiveHost.facts(),
                facts,
                other.java,
                plan,
                all,
                offsets,
                other.ordering,
                other.part.counter(),
                idle,
                Published.ROWS,
                Interpretation.of(findings(facts, all, offsets, other)));
    }

    /** Measurements of native clocks, the Java that took them, and the ordering of readings across processes. */
    private record ChildResult(String java, NativeClockMeasurements part, Measured<ProcessOrdering> ordering) {}

    private ChildResult other() {
        if (java >= NewerJava.WANTED) {
            return alone("Java " + java + ", this one");
        }
        if (!newerJavaAllowed) {
            return alone("none (--this-java)");
        }
        return NewerJava.find().map(this::on).orElseGet(() -> alone("none: no Java 22 or newer was found"));
    }

    /** Measures native clocks on this Java. The other process runs the same Java. */
    private ChildResult alone(String words) {
        NativeClockMeasurements part = NativeClockMeasurements.measure(plan, cpus, stage);
        return new ChildResult(words, part, Measured.of(Clock.nanoTime().name(), () -> {
            try (ClocksChild process = new ClocksChild(JavaCommand.ownJava(), java)) {
                return ordering(process, java);
            }
        }));
    }

    private ChildResult on(NewerJava newer) {
        String words = "Java " + newer.feature() + " at " + newer.home();
        stage.accept("starting " + words + " for the native clocks");
        try (ClocksChild process = new ClocksChild(newer.executable(), newer.feature())) {
            ProcessOrdering ordering = ordering(process, newer.feature());
            return new ChildResult(
                    words, process.measure(plan), Measured.of(Clock.nanoTime().name(), () -> ordering));
        } catch (UnsupportedOperationException e) {
            return alone("none: " + words + ": " + e.getMessage());
        }
    }

    private ProcessOrdering ordering(ClocksChild process, int otherJava) {
        stage.accept("order of readings across processes");
        List<PeerClockReading> readings = new ArrayList<>(EXCHANGES);
        for (int i = 0; i < EXCHANGES; i++) {
            readings.add(process.readClock());
        }
        return ProcessOrdering.of(otherJava, readings);
    }

    private Interpretation.Findings findings(
            ClockFacts facts, ClockMeasurements all, Measured<List<CpuOffset>> offsets, ChildResult other) {
        String nanoTime = Clock.nanoTime().name();
        Optional<OrderingFigures> acrossCpus = figures(all.ordering(), nanoTime);
        ProcessOrdering processes = other.ordering.figures();
        CounterFigures counter = other.part.counter().figures();
        Optional<CostFigures> steered = figures(all.cost(), Clock.STEERED);
        return new Interpretation.Findings(
                facts.reasonForNanoTime(java),
                figures(all.cost(), nanoTime).orElseThrow(),
                figures(all.resolution(), nanoTime).orElseThrow(),
                offsets.figures(),
                acrossCpus.map(OrderingFigures::violations).orElse(0L)
                        + (processes == null ? 0 : processes.violations()),
                acrossCpus.isPresent() && processes != null,
                counter == null || steered.isEmpty()
                        ? null
                        : new Interpretation.Steered(
                                steered.get(), counter.steered().worstErrorBoundNs()));
    }

    private static <T> Optional<T> figures(List<Measured<T>> rows, String clock) {
        return rows.stream()
                .filter(row -> row.clock().equals(clock))
                .findFirst()
                .flatMap(row -> Optional.ofNullable(row.figures()));
    }

    /**
     * Installed Java, found in the locations that the launcher searches.
     *
     * @param home directory with {@code bin/java} and {@code release}
     * @param feature release number, such as 25
     */
    record NewerJava(Path home, int feature) {
        /** First release that can read native clocks. */
        static final int WANTED = 22;

        /** Returns the newest installed Java from {@value #WANTED} on, without starting any. */
        static Optional<NewerJava> find() {
            return newest(InstalledJvms.executables().stream()
                    .map(executable -> executable.resolve("../..").normalize())
                    .toList());
        }

        /** Returns the newest Java of the given homes, from {@value #WANTED} on; the first of equally new ones. */
        static Optional<NewerJava> newest(List<Path> homes) {
            return homes.stream()
                    .filter(home -> Files.isExecutable(home.resolve("bin").resolve("java")))
                    .map(home -> new NewerJava(home, featureOf(home.resolve("release"))))
                    .filter(java -> java.feature >= WANTED)
                    .max(Comparator.comparingInt(NewerJava::feature));
        }

        private static int featureOf(Path release) {
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(release)) {
                properties.load(reader);
                String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
                return Runtime.Version.parse(version).feature();
            } catch (IOException | IllegalArgumentException unknown) {
                return 0;
            }
        }

        Path executable() {
            return home.resolve("bin").resolve("java");
        }
    }

    /** Client of the other process. Its progress and errors go to this process's standard error. Single-threaded. */
    static final class ClocksChild implements AutoCloseable {
        private static final int UNSAFE_WARNS = 23;

        private final Process process;
        private final BufferedReader lines;

        /**
         * Starts the process.
         *
         * @param java executable
         * @param feature release of that Java
         */
        ClocksChild(Path java, int feature) {
            List<String> flags = new ArrayList<>(List.of("-XX:-UsePerfData"));
            if (feature >= NewerJava.WANTED) {
                flags.add("--enable-native-access=ALL-UNNAMED");
            }
            if (feature >= UNSAFE_WARNS) {
                flags.add("--sun-misc-unsafe-memory-access=allow");
            }
            List<String> command = new JavaCommand(java, flags).subcommand("clocks-part", List.of());
            try {
                process = new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
            } catch (IOException e) {
                throw new UnsupportedOperationException(java + " cannot be started: " + IoReason.of(e), e);
            }
            lines = process.inputReader(StandardCharsets.UTF_8);
        }

        NativeClockMeasurements measure(ClocksPlan plan) {
            return request(ControlCommand.of("measure", plan), "measured").detailAs(NativeClockMeasurements.class);
        }

        /** Reads the other process's {@code System.nanoTime} between two readings of this process. */
        PeerClockReading readClock() {
            long before = System.nanoTime();
            StatusLine line = request(ControlCommand.of(ControlChannel.CLOCK), ControlChannel.CLOCK);
            long after = System.nanoTime();
            return new PeerClockReading(
                    before, line.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs(), after);
        }

        private StatusLine request(ControlCommand question, String answer) {
            try {
                question.sendTo(process);
                for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                    Optional<StatusLine> line = StatusLine.parse(text);
                    if (line.isPresent() && line.get().status().equals(ProcessProtocol.FAILED)) {
                        throw new UnsupportedOperationException("the other process failed: "
                                + line.get().detail().path("cause").asText());
                    }
                    if (line.isPresent() && line.get().status().equals(answer)) {
                        return line.get();
                    }
                }
            } catch (IOException gone) {
                throw new UnsupportedOperationException("the other process ended: " + IoReason.of(gone), gone);
            }
            throw new UnsupportedOperationException("the other process ended without an answer to " + question.name());
        }

        @Override
        public void close() {
            ChildCommand.end(process);
        }
    }

    /**
     * Ordering of readings across processes. A reading of the other process must lie between the two readings that this
     * process takes around it.
     *
     * @param otherJava feature release of the other process's Java
     * @param rounds number of readings
     * @param violations readings of the other process outside those two
     * @param tightestNs shortest time between those two
     * @param lowNs lower bound of the other clock's lead; can be negative
     * @param highNs upper bound of the other clock's lead
     */
    record ProcessOrdering(int otherJava, int rounds, int violations, long tightestNs, long lowNs, long highNs) {
        /** Evaluates one or more readings. */
        static ProcessOrdering of(int otherJava, List<PeerClockReading> readings) {
            return new ProcessOrdering(
                    otherJava,
                    readings.size(),
                    (int) readings.stream().filter(each -> !each.ordered()).count(),
                    readings.stream().mapToLong(PeerClockReading::widthNs).min().orElseThrow(),
                    readings.stream()
                            .mapToLong(PeerClockReading::aheadAtLeastNs)
                            .max()
                            .orElseThrow(),
                    readings.stream()
                            .mapToLong(PeerClockReading::aheadAtMostNs)
                            .min()
                            .orElseThrow());
        }
    }
}
