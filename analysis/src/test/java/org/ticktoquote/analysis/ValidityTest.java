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

    private static Arguments rule(String name, String rule, Verdict dev, Verdict lab, Consumer<RunFixture> disturb) {
        return Arguments.of(name, rule, dev, lab, disturb);
    }

    private static Arguments both(String name, String rule, Verdict verdict, Consumer<RunFixture> disturb) {
        return rule(name, rule, verdict, verdict, disturb);
    }

    private static Arguments audited(
            String name, String rule, Verdict dev, Verdict lab, Consumer<AuditFixture> disturb) {
        return rule(name, rule, dev, lab, audit(disturb));
    }

    private static Consumer<RunFixture> audit(Consumer<AuditFixture> disturb) {
        return run -> disturb.accept(run.audit);
    }

    private static Consumer<RunFixture> also(String line) {
        return run -> run.play(line);
    }

    private static Consumer<RunFixture> fact(String name, double value) {
        return run -> run.disturbances.put(name, value);
    }

    private static Consumer<RunFixture> process(int index, String role, String end, double atMs) {
        return run -> run.processes.set(index, RunFixture.ended(role, end, atMs));
    }

    /** Clients with a clock known only to this uncertainty. */
    private static Consumer<RunFixture> clientsKnownTo(long boundNs) {
        ClockTranslation known = new ClockTranslation(List.of(new ClockTranslation.Point(0, 0, boundNs)));
        return run -> run.translations.put("fix-clients", known);
    }

    /** Further readings of the time of day, each changed by this time. */
    private static Consumer<RunFixture> clocks(long... stepsNs) {
        return run -> {
            for (int i = 0; i < stepsNs.length; i++) {
                long atNs = 1_000L * (i + 2);
                run.clocks.add(new ClockPair(atNs, 1_000_000_000L + atNs + stepsNs[i], 50));
            }
        };
    }

    private static Consumer<AuditFixture> connection(long retransmits, long spurious, long windowLimitedNs) {
        return audit -> audit.atEnd = new ConnectionCounters(0, 40_000, retransmits, spurious, windowLimitedNs, 1, 0);
    }

    static Stream<Arguments> disturbances() {
        return Stream.of(byTheHarness(), bySelfAudit(), byClocksAndConnections(), byTheApplication())
                .flatMap(all -> all);
    }

    private static Stream<Arguments> byTheHarness() {
        String late = "tick 2 EUR/USD at 20 sent ";
        return Stream.of(
                both("planned", "run-incomplete", VOID, run -> run.state = RunManifest.PLANNED),
                both("Ctrl-C", "run-interrupted", VOID, run -> run.state = RunManifest.INTERRUPTED),
                both("no end of replay", "replay-unfinished", VOID, run -> run.finished = false),
                both("send errors", "send-errors", VOID, run -> run.sendErrors = 1),
                both("ticks missing", "tick-count", VOID, run -> run.missingTicks = 1),
                both("clients hung", "harness-process-ended", VOID, process(1, "fix-clients", ProcessEnd.HUNG, 2_000)),
                both("datagrams dropped", "udp-drops", VOID, fact("udp-drops", 1)),
                rule("some steal", "steal", DEGRADED, VOID, fact("steal", 3)),
                both("a thread where the plan did not put it", "threads-unmanaged", VOID, fact("threads-unmanaged", 1)),
                both("much steal", "steal", VOID, fact("steal", 5.1)),
                rule("unsteady", "warm-up-unsteady", DEGRADED, VOID, run -> run.steady = false),
                both("clock stepped", "clock-step", VOID, clocks(1_000_001)),
                both("clock slewed little by little", "clock-step", VOID, clocks(-400_000, -800_000, -1_200_000)),
                rule("lag of a fifth", "replay-lag-share", DEGRADED, VOID, also(late + "20.4\nsession 0 gets 2 at 21")),
                rule("lag of 2 ms", "replay-lag-max", VALID, VOID, also(late + "22\nsession 0 gets 2 at 60")),
                both("lag of 101 ms", "replay-lag-max", VOID, also(late + "121\nsession 0 gets 2 at 122")),
                rule("clients' clock not known well", "clock-bound-share", DEGRADED, VOID, clientsKnownTo(300_000)),
                both("large uncertainty of the clients' clock", "clock-bound-share", VOID, clientsKnownTo(1_100_000)),
                both(
                        "a connection broke",
                        "harness-process-ended",
                        VOID,
                        process(2, "pricing-app", ProcessEnd.LOST, 20)));
    }

    private static Stream<Arguments> bySelfAudit() {
        return Stream.of(
                audited("no audit", "self-audit-incomplete", DEGRADED, VOID, audit -> audit.present = false),
                audited("no end of the audit", "self-audit-incomplete", DEGRADED, VOID, audit -> audit.ended = false),
                audited("clients stopped", "clients-stall", VOID, VOID, audit -> audit.hiccup("fix-clients", 11, 500)),
                audited("clients late", "clients-stall", DEGRADED, VOID, audit -> audit.hiccup("fix-clients", 11, 11)),
                audited("replayer stopped", "replayer-stall", VOID, VOID, audit -> audit.hiccup("replayer", 9, 101)),
                audited("harness stopped", "harness-stall", VOID, VOID, audit -> audit.hiccup("harness", 9, 251)),
                audited("harness late", "harness-stall", VALID, DEGRADED, audit -> audit.hiccup("harness", 9, 2)),
                audited(
                        "collector of the clients",
                        "gc-pause",
                        DEGRADED,
                        VOID,
                        audit -> audit.pause("fix-clients", 11, 11)));
    }

    private static Stream<Arguments> byClocksAndConnections() {
        return Stream.of(
                rule(
                        "throttled a little",
                        "throttling",
                        DEGRADED,
                        VOID,
                        also("tick 2 EUR/USD at 20\nsession 0 gets 2 at 999")
                                .andThen(audit(audit -> audit.grown("replayer", "throttledNs", 9_000_000)))),
                audited(
                        "throttled",
                        "throttling",
                        VOID,
                        VOID,
                        audit -> audit.grown("replayer", "throttledNs", 11_000_000)),
                audited(
                        "another time",
                        "time-namespace",
                        VOID,
                        VOID,
                        audit -> audit.namespaces.put("replayer", "time:[7]")),
                audited(
                        "another clock",
                        "clock-source-changed",
                        VOID,
                        VOID,
                        audit -> audit.lastClockSources.put("harness", "hpet")),
                audited("a slow clock", "clock-source", VALID, DEGRADED, audit -> audit.clockSource = "hpet"),
                audited("clock stepped later", "clock-step", VOID, VOID, audit -> audit.clockStepNs = 1_000_001),
                audited("segments lost", "tcp-retransmits", DEGRADED, VOID, connection(3, 3, 4)),
                audited("a slow client", "zero-window", DEGRADED, VOID, connection(2, 3, 5)),
                audited(
                        "datagrams refused",
                        "udp-receive-errors",
                        VALID,
                        DEGRADED,
                        audit -> audit.grown("harness", "udpReceiveErrors", 1)));
    }

    private static Stream<Arguments> byTheApplication() {
        return Stream.of(
                both("application ended", "application-ended", FAILED, process(2, "my-app", ProcessEnd.NORMAL, 900)),
                both("gap", "sequence-gaps", FAILED, also("session 0 gap at 13")),
                both("reset", "sequence-resets", DEGRADED, also("session 0 reset at 13")),
                both("some floods", "message-flood", DEGRADED, also("session 0 flooded by 900 at 13")),
                both("flood", "message-flood", FAILED, also("session 0 flooded by 1000 at 13")),
                both("rejected", "subscriptions-rejected", FAILED, also("session 0 rejected at 13")),
                both("35=j", "messages-rejected", FAILED, also("session 0 message-rejected at 13")),
                both("malformed", "unreadable-snapshots", FAILED, also("session 0 malformed at 13")),
                both("unknown symbol", "unknown-symbols", FAILED, also("session 0 unknown-symbol at 13")),
                both("35=X too deep", "book-overflows", VOID, also("session 0 overflow at 13")),
                both("drop", "session-drops", FAILED, also("session 0 disconnects at 13")),
                both("lost", "lost", FAILED, also("tick 2 EUR/USD at 20")),
                both("bad id", "unexplained", FAILED, also("session 0 gets 9 at 13")),
                both("old id", "regressed", FAILED, also("session 0 gets w1 at 13")),
                both("never subscribed again", "subscriptions-unanswered", FAILED, also("""
                        session 0 ordered-down at 13
                        session 0 logs-on at 14
                        tick 2 EUR/USD at 20
                        """)),
                both("quotes that were not due", "model-mismatch", FAILED, also("""
                        tick 2 EUR/USD same at 20 answered at 21
                        """)));
    }

    private RunFixture played(Consumer<RunFixture> disturb) {
        RunFixture run = new RunFixture(directory, 1).play(SOUND);
        disturb.accept(run);
        run.close();
        return run;
    }

    private static Summary summary(RunFixture played, String profile) {
        played.profile = profile;
        return played.writeManifest().analysisOfWhatIsThere().result().summary();
    }

    @ParameterizedTest(name = "{0}: {1} leads to {2} on a developer machine and {3} in the lab")
    @MethodSource("disturbances")
    void judgesByTheProfile(String name, String rule, Verdict onDev, Verdict inTheLab, Consumer<RunFixture> disturb) {
        RunFixture run = played(disturb);
        assertOnDev(summary(run, "dev"), rule, onDev);
        assertInTheLab(summary(run, "lab"), rule, inTheLab);
    }

    private static void assertInTheLab(Summary summary, String rule, Verdict expected) {
        Reason reason = Reasons.reason(summary, rule);
        assertThat(reason.verdict()).isEqualTo(expected);
        assertThat(reason.value() > reason.limit() || Double.isNaN(reason.value()))
                .isTrue();
        assertThat(reason.text()).isNotEmpty();
        assertThat(summary.findings().validity().worse(expected))
                .isEqualTo(summary.findings().validity());
    }

    private static void assertOnDev(Summary summary, String rule, Verdict expected) {
        assertThat(summary.findings().reasons())
                .filteredOn(reason -> reason.rule().equals(rule))
                .extracting(Reason::verdict)
                .isEqualTo(expected == VALID ? List.of() : List.of(expected));
        assertThat(Reasons.rules(summary)).doesNotContain("profile");
        if (summary.findings().reasons().isEmpty()) {
            assertThat(summary.findings().validity()).as("without a reason").isEqualTo(VALID);
        }
    }

    static Stream<Arguments> soundRuns() {
        return Stream.of(
                Arguments.of("untouched", also("")),
                Arguments.of("a slow application", also("tick 2 EUR/USD at 20 sent 20.9\nsession 0 gets 2 at 999")),
                Arguments.of("little steal", fact("steal", 0.1)),
                Arguments.of("hiccups as every machine has", audit(audit -> audit.hiccup("replayer", 11, 0.5))),
                Arguments.of("a stall before the first tick", audit(audit -> audit.hiccup("fix-clients", 1, 8))),
                Arguments.of("a stall after the last answer", audit(audit -> audit.hiccup("fix-clients", 500, 300))),
                Arguments.of("a stall after the drain", audit(audit -> audit.hiccup("fix-clients", 1_001, 500))),
                Arguments.of("needless retransmissions", audit(connection(2, 90, 4))),
                Arguments.of("a clock that is stepped and back within the limit", clocks(90_000, 0)),
                Arguments.of("an unknown fact", fact("interrupts", 5e6)),
                Arguments.of(
                        "an application stopped after the drain", process(2, "pricing-app", ProcessEnd.KILLED, 1_500)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("soundRuns")
    void findsNothingWrongWith(String name, Consumer<RunFixture> disturb) {
        assertThat(summary(played(disturb), "lab").findings().reasons()).isEmpty();
    }
}
