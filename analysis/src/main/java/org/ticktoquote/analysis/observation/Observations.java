package org.ticktoquote.analysis.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.RunManifest.WarmUp;

/**
 * Input of the validity rules, observed in one run.
 *
 * <p>The measured response enters the observations of this class only as the denominator of two shares, of the replay lag
 * and of the clock bound. A slow application therefore makes their VOID less likely, never more.
 * {@link MeasuredPartObservations} adds the answers that came after the drain.
 */
public final class Observations {
    /** Rules that compare the price of a snapshot with the ticks. */
    private static final Set<String> PRICE_CHECKS =
            Set.of(Rule.MODEL_MISMATCH, Rule.ID_PRICE_MISMATCH, Rule.SPREADS_CONTRADICTED);

    /** Rules about snapshots and ticks that depend on prices if matched by price. */
    private static final Set<String> PRICE_CHARGES =
            Set.of(Rule.UNEXPLAINED, Rule.REGRESSED, Rule.LOST, Rule.SKIPPED, Rule.MODEL_REFUSED);

    /** Keys of the facts about threads that were not placed as planned, on the application's host or on a named host. */
    private static final Pattern THREAD_PROBLEMS = Pattern.compile("threads(-on-.+)?\\.problems");

    private Observations() {}

    /**
     * Returns whether the run or its journals were cut short, or its files or ticks are not its own. The outcomes of ticks
     * are then unknown, figures are diagnostics, and the application is not charged.
     *
     * @param foreign self-audit files of another run
     */
    public static boolean brokenOff(
            RunManifest manifest, List<JournalState> journals, List<String> foreign, SentTicks sent) {
        return new ProcessObservations(manifest, sent.ticks()).brokenOff()
                || !foreign.isEmpty()
                || !journals.stream().allMatch(JournalState::isComplete)
                || sent.misplaced() > 0
                || sent.differ(manifest.replay());
    }

    /**
     * Returns all observations in a fixed order, including those without a finding.
     *
     * @param audited clock pairs of each process's audit, in time order
     * @param foreign self-audit files of another run, each with a description
     * @param unread datagrams that the application left in its socket although CPU time was available
     */
    public static List<Observation> of(
            RunManifest manifest,
            List<JournalState> journals,
            List<List<ClockPair>> audited,
            List<String> foreign,
            long unread,
            RuleFigures figures) {
        ObservationList found = new ObservationList();
        ProcessObservations processes =
                new ProcessObservations(manifest, figures.sent().ticks());
        processes.addTo(found);
        journals(journals, found);
        foreign(journals, foreign, found);
        String encoder = manifest.observed().host().getOrDefault(RunManifest.ENCODER_FACT, "");
        new ReplayObservations(
                        manifest.replay(),
                        manifest.turns(),
                        encoder,
                        figures,
                        processes.applicationEnded(),
                        processes.interrupted())
                .addTo(found);
        clocks(figures, ClockObservations.stepNs(manifest, journals, audited), found);
        distance(manifest, figures, found);
        host(manifest, unread, found);
        new ApplicationObservations(
                        figures,
                        manifest.declared().model().addsToPrices(),
                        manifest.observed().host())
                .addTo(found);
        unknownPrices(manifest, figures.byPrice(), found);
        return found.all();
    }

    /**
     * Observes missing ticks of unknown time if prices contradict the other ticks of the capture. The contradicting prices can be
     * of the missing ticks.
     */
    private static void unknownPrices(RunManifest manifest, boolean byPrice, ObservationList found) {
        String missing = manifest.observed().host().get(RunManifest.WIRE_FACT + "ticksMissingAtUnknownTimes");
        if (missing == null) {
            return;
        }
        boolean contradicted = found.any(PRICE_CHECKS) || byPrice && found.any(PRICE_CHARGES);
        found.value(
                Rule.CAPTURE_PRICES_UNKNOWN,
                contradicted ? Double.parseDouble(missing) : 0,
                "The capture lacks ticks at unknown times, and prices or outcomes contradict the ticks that it has."
                        + " Match by id without a pricing model, or capture all ticks.");
    }

    private static void journals(List<JournalState> journals, ObservationList found) {
        List<JournalState> broken = journals.stream()
                .filter(journal -> !journal.isComplete() && !journal.foreign())
                .toList();
        String text = broken.stream()
                .map(journal -> journal.file().getFileName() + ": " + journal.damage() + ".")
                .collect(Collectors.joining(" "));
        found.count(Rule.JOURNALS_NOT_WHOLE, broken.size(), text);
    }

    private static void foreign(List<JournalState> journals, List<String> audited, ObservationList found) {
        List<String> foreign = Stream.concat(
                        journals.stream()
                                .filter(JournalState::foreign)
                                .map(journal -> journal.file().getFileName() + " " + journal.damage()),
                        audited.stream())
                .toList();
        found.count(Rule.FOREIGN_FILES, foreign.size(), "Wrong files: " + String.join("; ", foreign) + ".");
    }

    private static void clocks(RuleFigures figures, long stepNs, ObservationList found) {
        found.count(Rule.NEGATIVE_VALUES, figures.negative() + figures.early(), negative(figures));
        found.count(
                Rule.CLOCK_STEP,
                stepNs,
                "The time of day moved by " + DurationText.format(stepNs) + " against the monotonic clock.");
    }

    private static String negative(RuleFigures figures) {
        List<String> parts = new ArrayList<>();
        if (figures.early() > 0) {
            parts.add(
                    CountText.of(figures.early(), "snapshot") + " of the application named a tick before it was sent");
        }
        if (figures.negative() > 0) {
            parts.add(CountText.of(figures.negative(), "value") + " below 0 beyond the clock uncertainty");
        }
        return String.join(", ", parts) + ".";
    }

    /** Observes the clock bound if latencies are differences between two clocks. */
    private static void distance(RunManifest manifest, RuleFigures figures, ObservationList found) {
        if (manifest.time().translations().containsKey(Role.CLIENTS)) {
            long boundNs = ClockObservations.boundNs(manifest);
            String text =
                    "The offset between the clocks of clients and replayer is known to " + DurationText.format(boundNs);
            found.count(Rule.CLOCK_BOUND, boundNs, text + ".");
            Long response = figures.responseAtLeast("p50", manifest.replay(), manifest.turns());
            if (response != null) {
                found.share(
                        Rule.CLOCK_BOUND_SHARE,
                        boundNs,
                        response,
                        text + ", p50 of the response is " + DurationText.format(response) + ".");
            }
        }
    }

    private static void host(RunManifest manifest, long unread, ObservationList found) {
        double dropped = manifest.observed().disturbances().getOrDefault(Rule.UDP_DROPS, 0.0);
        double charged = Math.min(dropped, (double) unread);
        Map<String, Double> values = new TreeMap<>(manifest.observed().disturbances());
        values.computeIfPresent(Rule.UDP_DROPS, (rule, all) -> all - charged);
        values.forEach((rule, value) -> found.value(
                rule, value, disturbance(rule, value, manifest.observed().host())));
        found.value(
                Rule.FEED_UNREAD,
                charged,
                String.format(
                        Locale.ROOT,
                        "The application's socket was full and %s dropped, while the application could have read it: its host"
                                + " had idle processors.",
                        CountText.of((long) charged, "datagram was", "datagrams were")));
        warmUp(manifest.warmUp(), found);
    }

    /** Returns a note on ticks after the end of the feed's capture, whose ids snapshots can echo. */
    private static String atEnd(Map<String, String> host) {
        String count = host.getOrDefault(RunManifest.WIRE_FACT + "ticksMissingAtEnd", "");
        return count.isEmpty()
                ? ""
                : ", " + count + " of them after its last tick: it ends before the capture of the quotes";
    }

    /** Returns a sentence for users about a disturbance of the host, the threads or the capture. */
    public static String disturbance(String rule, double value, Map<String, String> host) {
        return switch (rule) {
            case Rule.THREADS_UNMANAGED ->
                "The plan was not in force for " + threads((long) value) + ": " + unmanaged(host) + ".";
            case Rule.STEAL ->
                String.format(
                        Locale.ROOT,
                        "Other virtual machines used %.2f %% of the processors' time, on the worst host.",
                        value);
            case Rule.UDP_DROPS ->
                String.format(Locale.ROOT, "Datagrams dropped at the application's sockets: %,.0f.", value);
            case Rule.CAPTURE_HOLES ->
                "The capture lacks bytes of FIX sessions " + times(value)
                        + ": ticks waiting for an answer are excluded, until the next price of their pair.";
            case Rule.CAPTURE_TICKS_MISSING ->
                "The capture lacks " + CountText.of((long) value, "tick") + " or more that feeds and venues sent"
                        + atEnd(host) + ".";
            case Rule.CAPTURE_DROPS ->
                String.format(
                        Locale.ROOT,
                        "Frames dropped by the capture (counted in the capture or by tcpdump): %,.0f.",
                        value);
            case Rule.CAPTURE_INCOMPLETE ->
                "A capture does not cover the whole run: " + captureProblems(host)
                        + ". This affects only latencies on the wire.";
            case Rule.CAPTURE_ORDER ->
                String.format(
                        Locale.ROOT, "Frames too far out of order to be sorted, used in file order: %,.0f.", value);
            case Rule.STAMP_STEP -> "The clock of the stamps stepped " + times(value) + ": " + steps(host) + ".";
            default -> rule + " was " + value + ".";
        };
    }

    private static String times(double value) {
        return CountText.of((long) value, "time");
    }

    private static String steps(Map<String, String> host) {
        return host.getOrDefault(RunManifest.WIRE_FACT + "steps", "time unknown");
    }

    private static String captureProblems(Map<String, String> host) {
        return host.entrySet().stream()
                .filter(fact -> fact.getKey().endsWith(CaptureFacts.INCOMPLETE))
                .map(fact -> fact.getKey().replace(CaptureFacts.INCOMPLETE, "") + " " + fact.getValue())
                .collect(Collectors.joining("; "));
    }

    private static String threads(long count) {
        return count + (count == 1 ? " thread" : " threads");
    }

    /** Returns the unmanaged threads of every host of the run. */
    private static String unmanaged(Map<String, String> host) {
        String problems = host.entrySet().stream()
                .filter(fact -> THREAD_PROBLEMS.matcher(fact.getKey()).matches())
                .map(Map.Entry::getValue)
                .collect(Collectors.joining("; "));
        return problems.isEmpty() ? host.getOrDefault("threads", "unknown threads") : problems;
    }

    /** Observes whether the warm-up ended in a steady state, and otherwise which criterion failed. None counts as steady. */
    private static void warmUp(WarmUp warmUp, ObservationList found) {
        boolean unsteady = warmUp.ticks() > 0 && !warmUp.steady();
        String text = warmUp.unsteady().stream()
                .map(criterion -> unsteady(criterion, warmUp))
                .collect(Collectors.joining("; "));
        found.flag(Rule.WARM_UP_UNSTEADY, unsteady, "The warm-up ended before it was steady: " + text + ".");
    }

    private static String unsteady(String criterion, WarmUp warmUp) {
        return switch (criterion) {
            case "blocks" -> "too few answers to compare blocks";
            case "median" -> "median: the last blocks have " + durations(warmUp.blockMedianNs());
            case "tail" -> "tail: p90 of the last blocks is " + durations(warmUp.blockTailNs());
            case "backlog" -> "backlog: " + backlog(warmUp);
            default -> criterion;
        };
    }

    private static String durations(List<Long> figures) {
        return figures.stream().map(DurationText::format).collect(Collectors.joining(", "));
    }

    private static String backlog(WarmUp warmUp) {
        String behind = warmUp.blockBacklog().isEmpty()
                ? ""
                : "answers were "
                        + warmUp.blockBacklog().stream().map(String::valueOf).collect(Collectors.joining(", "))
                        + " ticks behind at the ends of the last blocks (medians "
                        + durations(warmUp.blockMedianNs())
                        + "), ";
        return behind + "and " + warmUp.answersAfter() + " came to the first session after the last tick";
    }

    /**
     * Observes how the processes ended, and whether harness or application is responsible.
     *
     * <p>Every process other than the harness's own and its observers is the application. If it ended by itself, it is
     * responsible for later failures, such as a failed replayer or client and unsent ticks.
     */
    private static final class ProcessObservations {
        private static final Set<String> ORDERLY = Set.of(ProcessEnd.NORMAL, ProcessEnd.ATTACHED);

        private final RunManifest manifest;
        private final long ticks;
        private final Optional<ProcessEnd> applicationEnded;

        /** @param ticks number of ticks in the journal */
        ProcessObservations(RunManifest manifest, long ticks) {
            this.manifest = manifest;
            this.ticks = ticks;
            this.applicationEnded = manifest.observed().processes().stream()
                    .filter(process ->
                            !Role.OWN.contains(process.role()) && !Role.observes(process.role()) && !lost(process))
                    .filter(process -> endedBySelf(process, manifest))
                    .findFirst();
        }

        /** Returns whether the connection to the process's host was lost, which is never charged to the application. */
        private static boolean lost(ProcessEnd process) {
            return process.end().equals(ProcessEnd.LOST);
        }

        private static boolean endedBySelf(ProcessEnd process, RunManifest manifest) {
            long drainedNs = manifest.replay().drainDeadlineNs();
            boolean before = drainedNs != 0 && process.endedNs() <= drainedNs;
            boolean disorderly = !ORDERLY.contains(process.end());
            boolean cutShort = drainedNs == 0 || manifest.about().state().equals(RunManifest.FAILED);
            return !process.end().equals(ProcessEnd.RUNNING)
                    && process.endedNs() != 0
                    && (before || disorderly && cutShort);
        }

        /** Returns whether the application ended early or abnormally. */
        boolean applicationEnded() {
            return applicationEnded.isPresent();
        }

        void addTo(ObservationList found) {
            found.flag(Rule.RUN_INCOMPLETE, incomplete(), incomplete() ? whatHappened() : "");
            found.flag(Rule.RUN_INTERRUPTED, interrupted(), interrupted() ? whatHappened() : "");
            List<ProcessEnd> own = disturbing();
            found.count(
                    Rule.HARNESS_PROCESS_ENDED,
                    own.size(),
                    own.stream().map(ProcessObservations::describe).collect(Collectors.joining(" ")));
            found.flag(
                    Rule.APPLICATION_ENDED,
                    applicationEnded(),
                    applicationEnded.map(ProcessObservations::describe).orElse(""));
        }

        /** Returns whether the run was ended early but all answers to the ticks sent were awaited. */
        boolean interrupted() {
            return manifest.about().state().equals(RunManifest.INTERRUPTED)
                    && manifest.replay().drainDeadlineNs() != 0;
        }

        /**
         * Returns whether the run is incomplete, a process of the harness ended abnormally, or the connection to a host was
         * lost.
         */
        boolean brokenOff() {
            return incomplete() || !disturbing().isEmpty();
        }

        private List<ProcessEnd> disturbing() {
            return manifest.observed().processes().stream()
                    .filter(process -> Role.OWN.contains(process.role()) || lost(process))
                    .filter(process -> !Role.observes(process.role()))
                    .filter(this::disturbed)
                    .toList();
        }

        /** Describes why the run ended early, and its progress. */
        private String whatHappened() {
            String what = switch (manifest.about().state()) {
                case RunManifest.INTERRUPTED -> "The run was interrupted ";
                case RunManifest.FAILED -> "The run failed ";
                default -> "The harness was killed, or its host stopped, ";
            };
            String cause = manifest.observed().host().getOrDefault(RunManifest.FAILURE_REASON_FACT, "");
            return what + place() + (cause.isEmpty() ? "" : ": " + cause) + "." + waiting();
        }

        private String waiting() {
            return manifest.replay().drainDeadlineNs() == 0
                    ? " The drain did not complete: ticks without an answer are excluded, not lost."
                    : "";
        }

        private String place() {
            RunManifest.Replay replay = manifest.replay();
            if (manifest.about().source().equals(RunManifest.WIRE)) {
                return "while the capture was read; the rest of it is not measured";
            }
            if (replay.finished() || ticks >= replay.ticks()) {
                return "after the last tick was sent";
            }
            return String.format(
                    Locale.ROOT, "while ticks were measured (%,d of %,d are in the journal)", ticks, replay.ticks());
        }

        private boolean incomplete() {
            return switch (manifest.about().state()) {
                case RunManifest.COMPLETE -> false;
                case RunManifest.FAILED -> !applicationEnded();
                default -> !interrupted();
            };
        }

        private boolean disturbed(ProcessEnd process) {
            boolean consequence = process.end().equals(ProcessEnd.FAILED)
                    && applicationEnded
                            .filter(application -> application.endedNs() <= process.endedNs())
                            .isPresent();
            return !ORDERLY.contains(process.end()) && !consequence && !unknown(process);
        }

        /** Returns whether the end of a process is unknown because the harness was killed. */
        private boolean unknown(ProcessEnd process) {
            return process.end().equals(ProcessEnd.RUNNING)
                    && manifest.about().state().equals(RunManifest.PLANNED);
        }

        private static String describe(ProcessEnd process) {
            String cause = process.cause().isEmpty() ? "" : " (" + process.cause() + ")";
            return "%s ended %s with status %d%s."
                    .formatted(Role.describe(process.role()), process.end(), process.exitStatus(), cause);
        }
    }
}
