package org.ticktoquote.analysis.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.matching.ManifestFixture;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.analysis.schedule.UnrequestedTicks;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/** Observations from the manifest, journals and clocks. The drain deadline is at 99. */
final class ObservationsTest {
    private static final String AWAKE =
            " If a CPU is free for the sender, use --threads to assign it, or --replayer-args '--spin always' to keep it awake.";

    private static final ClockPair UNKNOWN = new ClockPair(0, 0, 0);

    private static final RunManifest SOUND = ManifestFixture.of(1, List.of(), Matching.byId(278, "decimal"), List.of());

    private String state = RunManifest.COMPLETE;
    private RunManifest.WarmUp warmUp = SOUND.warmUp();
    private RunManifest.Replay replay = SOUND.replay();
    private List<ProcessEnd> processes = List.of();
    private Map<String, String> host = Map.of();
    private Map<String, Double> disturbances = Map.of();
    private List<ClockPair> clocks = List.of();
    private Map<String, ClockTranslation> translations = Map.of();
    private List<JournalState> journals = List.of();
    private List<List<ClockPair>> audited = List.of();

    private RunManifest manifest() {
        RunManifest.Observed observed = new RunManifest.Observed(processes, host, disturbances);
        RunManifest.Time time = new RunManifest.Time(clocks, translations);
        return ManifestFixture.with(SOUND, state, replay, warmUp, observed, time);
    }

    private Observation observed(String rule) {
        return Observations.of(manifest(), journals, audited, List.of(), 0, figures()).stream()
                .filter(observation -> observation.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    private void assertText(String rule, String text) {
        assertThat(observed(rule).text()).isEqualTo(text);
    }

    /** Asserts value and text. */
    private void assertSaid(String rule, String said) {
        assertThat(observed(rule).value() + ": " + observed(rule).text()).isEqualTo(said);
    }

    private LatencyFigures response = latency(4_000, 40_000, null);
    private SentTicks sent = sent(5);

    private static SentTicks sent(long ticks) {
        return new SentTicks(ticks, 0, 0, UnrequestedTicks.NONE, 0, "", "cd", HeldFigures.NONE);
    }

    private RuleFigures figures() {
        RuleFigures other = ApplicationObservationsTest.figures(false, ApplicationObservationsTest.MODEL);
        return new RuleFigures(
                false,
                5,
                sent,
                0,
                3,
                0,
                4,
                other.outcomes(),
                other.classes(),
                other.events(),
                other.ended(),
                other.flooded(),
                other.model(),
                response,
                latency(10, 600, 2_500L));
    }

    static LatencyFigures latency(long p50, long p99, @Nullable Long max) {
        PercentileFigure middle = new PercentileFigure(p50, p50, true, 10);
        PercentileFigure tail = new PercentileFigure(p99, p99, true, 10);
        return new LatencyFigures(
                "", new Extremes(1, 0, 1, 0, 0, 1L, max, max), null, middle, middle, tail, tail, tail, false);
    }

    private static LatencyFigures latency(Extremes latest, @Nullable Extremes soonest, PercentileFigure every) {
        return new LatencyFigures("", latest, soonest, every, every, every, every, every, false);
    }

    private static ProcessEnd ended(String role, String end, int status, String cause, long atNs) {
        return new ProcessEnd(role, List.of(role), 1, end, status, cause, atNs);
    }

    private static JournalState journal(String damage, ClockPair start, ClockPair end) {
        return new JournalState(Path.of("run", "quotes-0.journal"), 1, damage, false, start, end);
    }

    @Test
    void sumsEarlySnapshotsAndNegativeValues() {
        assertSaid(
                "negative-values",
                "7.0: 3 snapshots of the application named a tick before it was sent, 4 values below 0 beyond the"
                        + " clock uncertainty.");
    }

    @Test
    void reportsDifferenceInTheNumberOfTicks() {
        assertSaid("tick-count", "2.0: 5 ticks are in the journal, 7 in the window.");
    }

    @Test
    void comparesTicksWithTheWindowOnlyIfTheirNumberMatches() {
        assertThat(observed("ticks-differ").value()).isZero();
        sent = sent(7);
        assertThat(observed("ticks-differ").value()).isOne();
        assertThat(observed("ticks-differ").text()).contains("their SHA-256 is cd, expected ");
    }

    @Test
    void comparesReplayLagWithTheResponse() {
        assertSaid("replay-lag-share", "0.015: p99 of the replay lag is 600 ns, of the response 40.0 us." + AWAKE);
        assertSaid("replay-lag-max", "2500.0: The largest replay lag is 2.50 us.");
    }

    @Test
    void comparesReplayLagWithTheLowerBoundOfTheResponse() {
        PercentileFigure between = new PercentileFigure(40_000L, 70_000L, true, 40);
        Extremes extremes = new Extremes(100, 0, 100, 0, 0, 1L, 80_000L, 50_000L);
        response = latency(extremes, extremes, between);
        assertSaid(
                "replay-lag-share", "0.015: p99 of the replay lag is 600 ns, of the response 40.0..70.0 us." + AWAKE);
    }

    @Test
    void comparesReplayLagWithTheDrainIfTheResponseIsLost() {
        PercentileFigure largest = new PercentileFigure(400L, null, false, 1);
        response = latency(new Extremes(2 + 1, 1, 2, 1, 0, 1L, null, null), null, largest);
        RunManifest.Replay sound = SOUND.replay();
        replay = new RunManifest.Replay(
                sound.feed(), 2, 1_000, 5_000, sound.ticks(), "cd", 100, 32_100, sound.sendErrors(), true);
        // the drain ends 32,000 ns after the first tick and 30,000 ns after the last one
        assertSaid(
                "replay-lag-share",
                "0.02: p99 of the replay lag is 600 ns, of the response more than 30.0 us." + AWAKE);
    }

    @Test
    void detectsClockStepsInEitherDirection() {
        journals = List.of(
                journal("", new ClockPair(10, 1_010, 1), new ClockPair(110, 1_090, 1)),
                journal("", new ClockPair(10, 1_010, 1), new ClockPair(110, 1_115, 1)));
        assertSaid("clock-step", "20.0: The time of day moved by 20 ns against the monotonic clock.");
    }

    @Test
    void ignoresJournalsWithoutBothClockPairs() {
        journals = List.of(
                journal("was not closed", new ClockPair(10, 1_010, 1), UNKNOWN),
                journal("was not opened", UNKNOWN, new ClockPair(10, 1_010, 1)),
                journal("knows nothing", UNKNOWN, UNKNOWN));
        assertThat(observed("clock-step").value()).isZero();
        assertSaid(
                "journals-not-whole",
                "3.0: quotes-0.journal: was not closed. quotes-0.journal: was not opened. quotes-0.journal: knows"
                        + " nothing.");
    }

    @Test
    void reportsLargestClockMovementOfAnyProcess() {
        clocks = List.of(new ClockPair(0, 1_000, 1), new ClockPair(100, 1_103, 1), new ClockPair(200, 1_195, 1));
        assertThat(observed("clock-step").value()).as("3 forward, 5 back").isEqualTo(8);
        audited = List.of(
                List.of(new ClockPair(0, 1_000, 1), new ClockPair(100, 1_091, 1)),
                List.of(new ClockPair(0, 5_000, 1), new ClockPair(100, 5_104, 1)));
        assertThat(observed("clock-step").value()).isEqualTo(9);
    }

    @Test
    void reportsClockUncertainty() {
        clocks = List.of(new ClockPair(0, 1_000, 1_700), new ClockPair(100, 1_100, 1_200));
        assertThat(ClockObservations.uncertaintyNs(SOUND))
                .as("two reads on one host")
                .isEqualTo(1_000);
        assertThat(ClockObservations.uncertaintyNs(manifest())).isEqualTo(1_700);
        assertThat(observed("clock-step").value()).isZero();
        translations = Map.of(Role.CLIENTS, new ClockTranslation(List.of(new ClockTranslation.Point(0, 0, 2_000))));
        assertThat(ClockObservations.uncertaintyNs(manifest())).isEqualTo(2_000);
        assertSaid("clock-bound", "2000.0: The offset between the clocks of clients and replayer is known to 2.00 us.");
        assertSaid(
                "clock-bound-share",
                "0.5: The offset between the clocks of clients and replayer is known to 2.00 us, p50 of the"
                        + " response is 4.00 us.");
    }

    @Test
    void reportsDisturbancesOfTheHost() {
        disturbances = Map.of("steal", 36.523892773892776, "udp-drops", 1_234_567.0, "of-tomorrow", 3.5);
        assertSaid(
                "steal",
                "36.523892773892776: Other virtual machines used 36.52 % of the processors' time, on the worst host.");
        assertText("udp-drops", "Datagrams dropped at the application's sockets: 1,234,567.");
        assertText("of-tomorrow", "of-tomorrow was 3.5.");
    }

    @Test
    void namesThreadsOutsideThePlan() {
        disturbances = Map.of("threads-unmanaged", 2.0);
        assertText("threads-unmanaged", "The plan was not in force for 2 threads: unknown threads.");
        host = Map.of("threads", "managed", "kernel", "Linux");
        assertText("threads-unmanaged", "The plan was not in force for 2 threads: managed.");
        host = Map.of("threads", "managed", "threads-on-b.problems", "acceptor of b", "my-threads.problems", "none");
        assertSaid("threads-unmanaged", "2.0: The plan was not in force for 2 threads: acceptor of b.");
        disturbances = Map.of("threads-unmanaged", 1.0);
        assertText("threads-unmanaged", "The plan was not in force for 1 thread: acceptor of b.");
    }

    @Test
    void missingWarmUpIsNotUnsteady() {
        warmUp = new RunManifest.WarmUp(0, 0, false, List.of(), 0.25);
        assertThat(observed("warm-up-unsteady").value()).isZero();
        warmUp = new RunManifest.WarmUp(1, 0, false, List.of(), 0.25);
        assertThat(observed("warm-up-unsteady").value()).isEqualTo(1);
    }

    @Test
    void reportsWhyTheWarmUpWasUnsteady() {
        List<Long> medians = List.of(3_070_000_000L, 3_200_000_000L, 3_160_000_000L);
        List<Long> tails = List.of(3_300_000_000L, 3_400_000_000L, 9_000_000_000L);
        warmUp = new RunManifest.WarmUp(
                1, 0, false, medians, 0.5, tails, List.of(1_200L, 1_300L, 1_250L), 900, List.of("tail", "backlog"));
        assertText(
                "warm-up-unsteady",
                "The warm-up ended before it was steady: tail: p90 of the last blocks is 3.30 s, 3.40 s,"
                        + " 9.00 s; backlog: answers were 1200, 1300, 1250 ticks behind at the ends of the last blocks"
                        + " (medians 3.07 s, 3.20 s, 3.16 s), and 900 came to the first session after the last tick.");
    }

    @Test
    void reportsAbnormalExitOfHarnessProcesses() {
        processes = List.of(
                ended("replayer", ProcessEnd.FAILED, 3, "no route", 20),
                ended("fix-clients", ProcessEnd.KILLED, 137, "", 30),
                ended("harness", ProcessEnd.NORMAL, 0, "", 200));
        assertSaid(
                "harness-process-ended",
                "2.0: replayer ended failed with status 3 (no route). fix-clients ended killed with status 137.");
        assertSaid("application-ended", "0.0: ");
    }

    @Test
    void reportsCauseAndProgressOfAnAbortedRun() {
        state = RunManifest.INTERRUPTED;
        assertThat(observed("run-incomplete").value()).isZero();
        assertText("run-interrupted", "The run was interrupted after the last tick was sent.");
        state = RunManifest.FAILED;
        replay = new RunManifest.Replay("udp://127.0.0.1:1", 1, 0, 1, 7, "", 10, 0, 0, false);
        sent = sent(3);
        host = Map.of("brokenOff", "replayer ended with status 137");
        assertText(
                "run-incomplete",
                "The run failed while ticks were measured (3 of 7 are in the journal): replayer ended with"
                        + " status 137. The drain did not complete: ticks without an answer are excluded, not lost.");
    }

    @Test
    void reportsNoProcessExitIfTheHarnessWasKilled() {
        state = RunManifest.PLANNED;
        processes = List.of(ended("replayer", ProcessEnd.RUNNING, -1, "", 0));
        assertThat(observed("harness-process-ended").value()).isZero();
        assertThat(observed("run-incomplete").value()).isEqualTo(1);
    }

    @Test
    void blamesTheHarnessOnlyForFailuresBeforeTheApplicationsExit() {
        ProcessEnd application = ended("my-app", ProcessEnd.FAILED, 1, "", 50);
        state = RunManifest.FAILED;
        processes = List.of(application, ended("fix-clients", ProcessEnd.FAILED, 1, "", 50));
        assertThat(observed("harness-process-ended").value()).isZero();
        assertSaid("application-ended", "1.0: my-app ended failed with status 1.");
        assertThat(observed("run-incomplete").value()).isZero();
        assertThat(observed("tick-count").value()).isZero();
        processes = List.of(application, ended("fix-clients", ProcessEnd.FAILED, 1, "", 49));
        assertThat(observed("harness-process-ended").value()).isEqualTo(1);
    }

    @Test
    void blamesAnApplicationThatExitsBeforeTheEndOfTheDrain() {
        processes = List.of(ended("my-app", ProcessEnd.NORMAL, 0, "", 99));
        assertThat(observed("application-ended").value()).isEqualTo(1);
        processes = List.of(ended("my-app", ProcessEnd.NORMAL, 0, "", 100));
        assertThat(observed("application-ended").value()).isZero();
    }
}
