package org.ticktoquote.analysis.observation;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.analysis.audit.AuditStep;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/**
 * Observes the course of the measured part: whether replayer and clients got the CPU time they needed, and who else used
 * it; in a duet by turns, the application's CPU use during the other release's turns; and the drain.
 *
 * <p>CPU time is evaluated over the whole measured part, windows of a tenth of it that start at each sample, and the
 * intervals between samples. Averages therefore do not hide a burst.
 */
public final class MeasuredPartObservations {
    private static final double STARVED = 0.5;
    /** Even without other load, threads of a process that wake together can wait for each other up to this share of time. */
    private static final double STARVED_BURST = 0.9;

    private static final int PARTS = 10;
    /** Sampling period of the processes; the shortest distinguishable interval. */
    private static final long MIN_NS = TimeUnit.SECONDS.toNanos(1);

    private static final double NS_PER_S = 1e9;

    private MeasuredPartObservations() {}

    /**
     * Returns all observations in a fixed order, including those without a finding.
     *
     * @param lost ticks x sessions without an answer when the clients stopped
     */
    public static List<Observation> of(RunManifest manifest, RunAudit audit, DrainFigures drain, long lost) {
        ObservationList found = new ObservationList();
        processors(audit, found);
        TurnSchedule turns = manifest.turns();
        if (turns != null) {
            busyWhileIdle(turns, audit, found);
        }
        found.count(Rule.DRAIN_TOO_SHORT, drain.answeredLate(), drain(drain, lost));
        return found.all();
    }

    private static void processors(RunAudit audit, ObservationList found) {
        Processors whole = Processors.of(audit.measured());
        Processors worst = Stream.concat(
                        Stream.of(whole),
                        audit.slidingWindows(Math.max(MIN_NS, audit.measuredNs() / PARTS)).stream()
                                .map(Processors::of))
                .max(Comparator.comparingDouble(Processors::waitedShare))
                .orElse(whole);
        double waited = worst.waitedShare();
        Processors burst = burst(audit).orElse(whole);
        double waitedThen = burst.equals(whole) ? 0 : burst.waitedShare();
        found.value(
                Rule.HARNESS_STARVED,
                millionths(waited),
                text(worst, worst.equals(whole) ? "" : when(worst), "the replayer or the clients"));
        found.value(
                Rule.HARNESS_STARVED_BURST,
                millionths(waitedThen),
                text(burst, when(burst), "the process " + burst.counting()));
        double application = Math.max(
                waited > STARVED ? worst.applicationShareOfUsed() : 0,
                waitedThen > STARVED_BURST ? burst.applicationShareOfUsed() : 0);
        found.value(
                Rule.APPLICATION_HAD_PROCESSORS,
                millionths(application),
                String.format(
                        Locale.ROOT,
                        "The replayer or the clients waited while the application used %.0f %% of the used processor time: if the"
                                + " run is VOID, a matrix does not repeat it.",
                        100 * application));
    }

    /** Returns the sampling interval with the largest waiting share, among those shorter than a tenth of the measured part. */
    private static Optional<Processors> burst(RunAudit audit) {
        return Stream.of(Role.REPLAYER, Role.CLIENTS)
                .flatMap(role -> audit.steps(role).stream()
                        .filter(step -> step.lengthNs() < audit.measuredNs() / PARTS)
                        .map(step -> Processors.of(step, role)))
                .max(Comparator.comparingDouble(Processors::waitedShare));
    }

    private static String text(Processors processors, String when, String who) {
        return String.format(
                Locale.ROOT,
                "%s%.0f %% of the processors were in use, and %s waited for a processor in %.0f %% of the time they needed one. %s",
                when,
                100 * processors.usedShare(),
                who,
                100 * processors.waitedShare(),
                processors.owners());
    }

    private static String when(Processors worst) {
        return String.format(
                Locale.ROOT,
                "From %.1f s to %.1f s of the run ",
                worst.stretch().fromNs() / NS_PER_S,
                worst.stretch().toNs() / NS_PER_S);
    }

    private static double millionths(double share) {
        return Math.round(share * 1e6) / 1e6;
    }

    /**
     * Observes the application's CPU use during the other release's turns, as it can slow that release. Adds nothing if no
     * sample lies within such a turn.
     */
    private static void busyWhileIdle(TurnSchedule turns, RunAudit audit, ObservationList found) {
        long usedNs = 0;
        long ofNs = 0;
        for (AuditStep step : audit.steps(Role.HARNESS)) {
            Optional<Long> cpu = step.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
            if (cpu.isPresent() && isIn(turns.other(), step)) {
                usedNs += cpu.get();
                ofNs += step.lengthNs();
            }
        }
        if (ofNs > 0) {
            found.share(
                    Rule.BUSY_WHILE_IDLE,
                    usedNs,
                    ofNs,
                    String.format(
                            Locale.ROOT,
                            "The application used %.1f %% of a CPU in the turns of the other release, and can have slowed it.",
                            100.0 * usedNs / ofNs));
        }
    }

    private static String drain(DrainFigures drain, long lost) {
        String open = lost == 0
                ? "."
                : " for these. Unanswered when the clients stopped, and not charged to the application: " + lost + ".";
        return drain.answeredLate() + " due ticks x sessions were answered after the drain of "
                + DurationText.format(drain.drainNs()) + ". --drain " + drain.sufficient() + " would have sufficed"
                + open;
    }

    /** Returns whether a step is in one turn, after its settle time. */
    private static boolean isIn(TurnSchedule turns, AuditStep step) {
        long slice = turns.slice(Math.max(0, step.fromNs()) / 2);
        long fromNs = turns.turnNs(slice);
        return step.fromNs() >= fromNs + TurnSchedule.SETTLE_NS && step.toNs() <= fromNs + turns.lengthNs(slice);
    }

    /**
     * CPU use and waits on a host in an interval.
     *
     * <p>Waits count only if that host had almost no idle CPU time. A thread that waits on a host with idle CPUs waits because
     * of its own placement, not for lack of CPUs.
     *
     * @param counting role of the process that counted the idle time of its host
     * @param waiting roles whose waits are evaluated
     */
    private record Processors(AuditStep stretch, String counting, List<String> waiting) {
        private static final double FULL = 0.95;
        private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;

        /** Evaluates replayer and clients together, on the harness's host. */
        static Processors of(AuditStep stretch) {
            return new Processors(stretch, Role.HARNESS, List.of(Role.REPLAYER, Role.CLIENTS));
        }

        /** Evaluates one role on its own host, between two of its samples. */
        static Processors of(AuditStep step, String role) {
            return new Processors(step, role, List.of(role));
        }

        /** Returns the used share of CPU time; 0 if not counted. */
        double usedShare() {
            double capacityNs = capacityNs(counting);
            Optional<Long> idle = stretch.delta(counting, AuditSample.IDLE_TICKS);
            return idle.isPresent() && capacityNs > 0 ? 1 - (double) TICK_NS * idle.get() / capacityNs : 0;
        }

        /**
         * Returns the time that threads waited for a CPU, as a share of their waiting plus running time, for the worst role. 0 if
         * CPUs were idle.
         */
        double waitedShare() {
            return usedShare() < FULL
                    ? 0
                    : waiting.stream().mapToDouble(this::waitedShare).max().orElse(0);
        }

        private double waitedShare(String role) {
            double waited = stretch.delta(role, AuditSample.RUN_DELAY_NS).orElse(0L);
            double used = stretch.delta(role, AuditSample.CPU_NS).orElse(0L);
            return waited + used == 0 ? 0 : waited / (waited + used);
        }

        double applicationShareOfUsed() {
            return share(stretch.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS)) / Math.max(usedShare(), FULL);
        }

        /** Describes for users how harness and application shared the CPU time. */
        String owners() {
            double own = Role.OWN.stream()
                    .mapToDouble(role -> share(stretch.delta(role, AuditSample.CPU_NS)))
                    .sum();
            Optional<Long> theirs = stretch.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
            String application = theirs.isEmpty()
                    ? "the share of the application is unknown"
                    : String.format(Locale.ROOT, "the application had %.0f %%", 100 * share(theirs));
            return String.format(Locale.ROOT, "The harness had %.0f %%, %s.", 100 * own, application);
        }

        private double capacityNs(String role) {
            return (double) TICK_NS
                    * stretch.delta(role, AuditSample.HOST_TICKS).orElse(0L);
        }

        private double share(Optional<Long> cpuNs) {
            double capacityNs = capacityNs(Role.HARNESS);
            return capacityNs > 0 ? cpuNs.orElse(0L) / capacityNs : 0;
        }
    }
}
