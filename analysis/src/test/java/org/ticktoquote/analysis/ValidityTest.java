package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.validity.Verdict.DEGRADED;
import static org.ticktoquote.analysis.validity.Verdict.FAILED;
import static org.ticktoquote.analysis.validity.Verdict.VALID;
import static org.ticktoquote.analysis.validity.Verdict.VOID;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;

/** A sound run, disturbed in one way at a time. */
final class ValidityTest {
    private static final String SOUND = """
            warm-up 1 EUR/USD at 1
            tick 1 EUR/USD at 10
            session 0 logs-on at 0
            session 0 gets w1 at 2
            session 0 gets 1 at 12
            """;

    @TempDir
    Path directory;

    private static Arguments rule(
            String disturbance, Consumer<RunFixture> disturb, String rule, Verdict dev, Verdict lab) {
        return Arguments.of(disturbance, disturb, rule, dev, lab);
    }

    private static Arguments both(String disturbance, Consumer<RunFixture> disturb, String rule, Verdict verdict) {
        return rule(disturbance, disturb, rule, verdict, verdict);
    }

    /** One clock, known only to this uncertainty. */
    private static ClockTranslation known(long boundNs) {
        return new ClockTranslation(List.of(new ClockTranslation.Point(0, 0, boundNs)));
    }

    private static ProcessEnd lost(String role) {
        return RunFixture.ended(role, ProcessEnd.LOST, 20);
    }

    private static Consumer<RunFixture> also(String line) {
        return run -> run.play(line);
    }

    static Stream<Arguments> disturbances() {
        return Stream.of(byTheHarness(), bySelfAudit(), byClocksAndConnections(), byOtherHosts(), byTheApplication())
                .flatMap(all -> all);
    }

    private static Stream<Arguments> byTheHarness() {
        return Stream.of(
                both("planned", run -> run.state = RunManifest.PLANNED, "run-incomplete", VOID),
                both("Ctrl-C", run -> run.state = RunManifest.INTERRUPTED, "run-interrupted", VOID),
                both("no end of replay", run -> run.finished = false, "replay-unfinished", VOID),
                both("send errors", run -> run.sendErrors = 1, "send-errors", VOID),
                both("ticks missing", run -> run.missingTicks = 1, "tick-count", VOID),
                both(
                        "clients hung",
                        run -> run.processes.set(1, RunFixture.ended("fix-clients", ProcessEnd.HUNG, 2_000)),
                        "harness-process-ended",
                        VOID),
                both("datagrams dropped", run -> run.disturbances.put("udp-drops", 1.0), "udp-drops", VOID),
                rule("some steal", run -> run.disturbances.put("steal", 3.0), "steal", DEGRADED, VOID),
                both(
                        "a thread where the plan did not put it",
                        run -> run.disturbances.put("threads-unmanaged", 1.0),
                        "threads-unmanaged",
                        VOID),
                both("much steal", run -> run.disturbances.put("steal", 5.1), "steal", VOID),
                rule("unsteady", run -> run.steady = false, "warm-up-unsteady", DEGRADED, VOID),
                both(
                        "clock stepped",
                        run -> run.clocks.add(new ClockPair(2_000, 1_000_002_000L + 1_000_001, 50)),
                        "clock-step",
                        VOID),
                both(
                        "clock slewed little by little",
                        run -> run.clocks.addAll(List.of(
                                new ClockPair(2_000, 1_000_002_000L - 400_000, 50),
                                new ClockPair(3_000, 1_000_003_000L - 800_000, 50),
                                new ClockPair(4_000, 1_000_004_000L - 1_200_000, 50))),
                        "clock-step",
                        VOID),
                rule(
                        "lag of a fifth",
                        also("tick 2 EUR/USD at 20 sent 20.4\nsession 0 gets 2 at 21"),
                        "replay-lag-share",
                        DEGRADED,
                        VOID),
                rule(
                        "lag of 2 ms",
                        also("tick 2 EUR/USD at 20 sent 22\nsession 0 gets 2 at 60"),
                        "replay-lag-max",
                        VALID,
                        VOID),
                both(
                        "lag of 101 ms",
                        also("tick 2 EUR/USD at 20 sent 121\nsession 0 gets 2 at 122"),
                        "replay-lag-max",
                        VOID));
    }

    private static Consumer<RunFixture> audit(Consumer<AuditFixture> disturb) {
        return run -> disturb.accept(run.audit);
    }

    private static Stream<Arguments> bySelfAudit() {
        return Stream.of(
                rule("no audit", audit(audit -> audit.present = false), "self-audit-incomplete", DEGRADED, VOID),
                rule(
                        "no end of the audit",
                        audit(audit -> audit.ended = false),
                        "self-audit-incomplete",
                        DEGRADED,
                        VOID),
                both("clients stopped", audit(audit -> audit.hiccup("fix-clients", 11, 500)), "clients-stall", VOID),
                rule(
                        "clients late",
                        audit(audit -> audit.hiccup("fix-clients", 11, 11)),
                        "clients-stall",
                        DEGRADED,
                        VOID),
                both("replayer stopped", audit(audit -> audit.hiccup("replayer", 9, 101)), "replayer-stall", VOID),
                both("harness stopped", audit(audit -> audit.hiccup("harness", 9, 251)), "harness-stall", VOID),
                rule("harness late", audit(audit -> audit.hiccup("harness", 9, 2)), "harness-stall", VALID, DEGRADED),
                rule(
                        "collector of the clients",
                        audit(audit -> audit.pause("fix-clients", 11, 11)),
                        "gc-pause",
                        DEGRADED,
                        VOID));
    }

    private static Stream<Arguments> byOtherHosts() {
        return Stream.of(
                rule(
                        "clients whose clock is not known well",
                        run -> run.translations.put("fix-clients", known(300_000)),
                        "clock-bound-share",
                        DEGRADED,
                        VOID),
                both(
                        "clients with a large clock uncertainty",
                        run -> run.translations.put("fix-clients", known(1_100_000)),
                        "clock-bound-share",
                        VOID),
                both(
                        "a connection broke",
                        run -> run.processes.set(2, lost("pricing-app")),
                        "harness-process-ended",
                        VOID));
    }

    private static Stream<Arguments> byClocksAndConnections() {
        return Stream.of(
                rule(
                        "throttled a little",
                        also("tick 2 EUR/USD at 20\nsession 0 gets 2 at 999")
                                .andThen(audit(audit -> audit.grown("replayer", "throttledNs", 9_000_000))),
                        "throttling",
                        DEGRADED,
                        VOID),
                both(
                        "throttled",
                        audit(audit -> audit.grown("replayer", "throttledNs", 11_000_000)),
                        "throttling",
                        VOID),
                both(
                        "another time",
                        audit(audit -> audit.namespaces.put("replayer", "time:[7]")),
                        "time-namespace",
                        VOID),
                both(
                        "another clock",
                        audit(audit -> audit.lastClockSources.put("harness", "hpet")),
                        "clock-source-changed",
                        VOID),
                rule("a slow clock", audit(audit -> audit.clockSource = "hpet"), "clock-source", VALID, DEGRADED),
                both(
                        "clock stepped while measuring",
                        audit(audit -> audit.clockStepNs = 1_000_001),
                        "clock-step",
                        VOID),
                rule(
                        "segments lost",
                        audit(audit -> audit.atEnd = new ConnectionCounters(0, 40_000, 3, 3, 4, 1, 0)),
                        "tcp-retransmits",
                        DEGRADED,
                        VOID),
                rule(
                        "a slow client",
                        audit(audit -> audit.atEnd = new ConnectionCounters(0, 40_000, 2, 3, 5, 1, 0)),
                        "zero-window",
                        DEGRADED,
                        VOID),
                rule(
                        "datagrams refused",
                        audit(audit -> audit.grown("harness", "udpReceiveErrors", 1)),
                        "udp-receive-errors",
                        VALID,
                        DEGRADED));
    }

    private static Stream<Arguments> byTheApplication() {
        return Stream.of(
                both(
                        "application ended",
                        run -> run.processes.set(2, RunFixture.ended("my-app", ProcessEnd.NORMAL, 900)),
                        "application-ended",
                        FAILED),
                both("gap", also("session 0 gap at 13"), "sequence-gaps", FAILED),
                both("reset", also("session 0 reset at 13"), "sequence-resets", DEGRADED),
                both("some floods", also("session 0 flooded by 900 at 13"), "message-flood", DEGRADED),
                both("flood", also("session 0 flooded by 1000 at 13"), "message-flood", FAILED),
                both("rejected", also("session 0 rejected at 13"), "subscriptions-rejected", FAILED),
                both("35=j", also("session 0 message-rejected at 13"), "messages-rejected", FAILED),
                both("malformed", also("session 0 malformed at 13"), "unreadable-snapshots", FAILED),
                both("unknown symbol", also("session 0 unknown-symbol at 13"), "unknown-symbols", FAILED),
                both("35=X too deep", also("session 0 overflow at 13"), "book-overflows", VOID),
                both("drop", also("session 0 disconnects at 13"), "session-drops", FAILED),
                both("lost", also("tick 2 EUR/USD at 20"), "lost", FAILED),
                both("bad id", also("session 0 gets 9 at 13"), "unexplained", FAILED),
                both("old id", also("session 0 gets w1 at 13"), "regressed", FAILED),
                both(
                        "never subscribed again",
                        also("session 0 ordered-down at 13\nsession 0 logs-on at 14\ntick 2 EUR/USD at 20"),
                        "subscriptions-unanswered",
                        FAILED),
                both(
                        "quotes that were not due",
                        also("tick 2 EUR/USD same at 20\nsession 0 gets 2 at 21"),
                        "model-mismatch",
                        FAILED));
    }

    private Summary summary(String profile, Consumer<RunFixture> disturb) {
        RunFixture run = new RunFixture(directory, 1).play(SOUND);
        run.profile = profile;
        disturb.accept(run);
        return run.analysis().result().summary();
    }

    @ParameterizedTest(name = "{0}: {2} leads to {4}")
    @MethodSource("disturbances")
    void judgesInTheLab(String name, Consumer<RunFixture> disturb, String rule, Verdict onDev, Verdict expected) {
        Summary summary = summary("lab", disturb);

        assertThat(summary.findings().reasons())
                .filteredOn(reason -> reason.rule().equals(rule))
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.verdict()).isEqualTo(expected);
                    assertThat(reason.value() > reason.limit() || Double.isNaN(reason.value()))
                            .isTrue();
                    assertThat(reason.text()).isNotEmpty();
                });
        assertThat(summary.findings().validity().worse(expected))
                .isEqualTo(summary.findings().validity());
    }

    @ParameterizedTest(name = "{0}: {2} leads to {3}")
    @MethodSource("disturbances")
    void judgesOnADeveloperMachine(
            String name, Consumer<RunFixture> disturb, String rule, Verdict expected, Verdict inTheLab) {
        Summary summary = summary("dev", disturb);

        assertThat(summary.findings().reasons())
                .filteredOn(reason -> reason.rule().equals(rule))
                .extracting(Reason::verdict)
                .isEqualTo(expected == VALID ? List.of() : List.of(expected));
        assertThat(summary.findings().reasons()).extracting(Reason::rule).doesNotContain("profile");
        if (summary.findings().reasons().isEmpty()) {
            assertThat(summary.findings().validity()).as("without a reason").isEqualTo(VALID);
        }
    }

    static Stream<Arguments> soundRuns() {
        return Stream.of(
                Arguments.of("untouched", also("")),
                Arguments.of("a slow application", also("tick 2 EUR/USD at 20 sent 20.9\nsession 0 gets 2 at 999")),
                Arguments.of("little steal", also("").andThen(run -> run.disturbances.put("steal", 0.1))),
                Arguments.of("hiccups as every machine has", audit(audit -> audit.hiccup("replayer", 11, 0.5))),
                Arguments.of("a stall before the first tick", audit(audit -> audit.hiccup("fix-clients", 1, 8))),
                Arguments.of("a stall after the last answer", audit(audit -> audit.hiccup("fix-clients", 500, 300))),
                Arguments.of("a stall after the drain", audit(audit -> audit.hiccup("fix-clients", 1_001, 500))),
                Arguments.of(
                        "needless retransmissions",
                        audit(audit -> audit.atEnd = new ConnectionCounters(0, 40_000, 2, 90, 4, 1, 0))),
                Arguments.of(
                        "a clock that is stepped and back within the limit",
                        also("").andThen(run -> run.clocks.addAll(List.of(
                                new ClockPair(2_000, 1_000_002_000L + 90_000, 50),
                                new ClockPair(3_000, 1_000_003_000L, 50))))),
                Arguments.of("an unknown fact", also("").andThen(run -> run.disturbances.put("interrupts", 5e6))),
                Arguments.of(
                        "an application that was stopped after the drain",
                        also("").andThen(run ->
                                run.processes.set(2, RunFixture.ended("pricing-app", ProcessEnd.KILLED, 1_500)))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("soundRuns")
    void findsNothingWrongWith(String name, Consumer<RunFixture> disturb) {
        assertThat(summary("lab", disturb).findings().reasons()).isEmpty();
    }
}
