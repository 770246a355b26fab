package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/** One tick answered after 2 ms and one after 40 ms, with harness stalls in between. */
class ProcessMonitorTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path directory;

    private RunFixture run;

    @BeforeEach
    void play() {
        run = new RunFixture(directory, 1)
                .play(
                        "session 0 logs-on at 0; tick 1 EUR/USD at 10 answered at 12; tick 2 EUR/USD at 100 answered at 140");
    }

    private SelfAuditFigures figures() {
        return run.summary().selfAudit();
    }

    private static HarnessProcess process(SelfAuditFigures figures, String role) {
        return figures.harnessProcesses().stream()
                .filter(process -> process.process().equals(role))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void listsStallsWithProcessTimeAndCause() {
        run.audit
                .hiccup(Role.CLIENTS, 105, 30)
                .hiccup(Role.HARNESS, 130, 2)
                .hiccup(Role.CLIENTS, 2, 3) // before the first tick
                .hiccup(Role.CLIENTS, 15, 0.9) // below the threshold
                .hiccup(Role.CLIENTS, 400, 30) // no tick was unanswered any more
                .pause(Role.REPLAYER, 50, 20)
                .hiccup(Role.REPLAYER, 51, 19);
        SelfAuditFigures figures = figures();
        assertThat(figures.stalls())
                .containsExactly(
                        new Stall(Role.REPLAYER, 40 * MS, 20 * MS, "gc"),
                        new Stall(Role.CLIENTS, 95 * MS, 30 * MS, "hiccup"),
                        new Stall(Role.HARNESS, 120 * MS, 2 * MS, "hiccup"));
        assertThat(figures.stallCount()).isEqualTo(3);
        assertThat(process(figures, Role.CLIENTS).stalls()).isEqualTo(1);
        assertThat(process(figures, Role.CLIENTS).hiccupNs().max()).isEqualTo(30 * MS);
        assertThat(process(figures, Role.REPLAYER).longestGcPauseNs()).isEqualTo(20 * MS);
        assertThat(process(figures, Role.HARNESS).stalledNs()).isEqualTo(2 * MS);
    }

    @Test
    void subtractsClientStallFromTheMaximum() {
        run.audit.hiccup(Role.CLIENTS, 105, 30);
        SelfAuditFigures figures = figures();
        // with two values the 99.9th percentile is the larger one: nothing lies beyond it
        assertThat(figures.tail()).isEqualTo(new TailFigures(0, 0, true));
        assertThat(figures.harnessShare().withoutLagAndStallsNs().max()).isEqualTo(10 * MS);
        assertThat(figures.harnessShare().withoutLagAndStallsNs().p50()).isBetween(2 * MS, 2 * MS + 2_048);
    }

    @Test
    void countsReplayerStallBeforeSendAsLagOnly() {
        run.play("tick 3 EUR/USD at 200 sent 270\nsession 0 gets 3 at 271");
        run.audit.hiccup(Role.REPLAYER, 200, 60); // already part of the lag; no delay after the send
        SelfAuditFigures figures = figures();
        assertThat(figures.tail().maximumTouched()).isTrue();
        assertThat(figures.harnessShare().withoutLagAndStallsNs().max()).isEqualTo(40 * MS);
    }

    @Test
    void stallOfTheHarnessProcessDoesNotAffectTheResponse() {
        run.audit.hiccup(Role.HARNESS, 105, 30);
        SelfAuditFigures figures = figures();
        assertThat(figures.tail().maximumTouched()).isFalse();
        assertThat(figures.harnessShare().withoutLagAndStallsNs().max()).isEqualTo(40 * MS);
    }

    @Test
    void hasNoBoundWithoutNullResponder() {
        assertThat(figures().harnessShare().nullResponder()).isNull();
        assertThat(figures().harnessShare().atMostNs()).isEqualTo(ShareFigures.NONE);
    }

    private NullResponse nullResponder(ShareFigures answers) {
        NullResponse response = new NullResponse(
                NullResponse.FORMAT_VERSION, "2026-11-20T14:12:00Z", "host", "load", 100, answers, answers);
        NullResponseFile.copy(directory, RunFixture.IDENTITY, response);
        return response;
    }

    @Test
    void boundsHarnessShareByNullResponderAndStalls() {
        ShareFigures answeredAtOnce = new ShareFigures(MS, MS, 3 * MS, 3 * MS, 3 * MS, 4 * MS);
        NullResponse response = nullResponder(answeredAtOnce);
        run.audit.hiccup(Role.CLIENTS, 105, 30);

        HarnessShare share = figures().harnessShare();
        assertThat(share.nullResponder()).isEqualTo(response);
        assertThat(share.atMostNs().p50()).isBetween(4 * MS / 4, 4 * MS / 4 + 4 * MS / 1_000); // to the bucket
        assertThat(share.atMostNs().max()).isBetween(30 * MS, (30 + 4) * MS);
    }

    @Test
    void boundNeverExceedsTheResponse() {
        ShareFigures slow = new ShareFigures(9 * MS, 90 * MS, 90 * MS, 90 * MS, 90 * MS, 90 * MS);
        nullResponder(slow);
        HarnessShare share = figures().harnessShare();
        assertThat(share.atMostNs().max()).isEqualTo(40 * MS);
        assertThat(share.atMostNs().p50()).isLessThan(3 * MS);
    }

    @Test
    void summarisesSessionConnections() {
        run.audit.atEnd = new ConnectionCounters(0, 40_000, 5, 7, 30 * MS, 9, 0);
        ConnectionSummary connection = figures().connections().get(0);
        assertThat(connection).isEqualTo(new ConnectionSummary(0, "CLIENT-00", 2, 0, 0, 1, 3, 4, 30 * MS - 4, 0, 0, 0));
    }

    @Test
    void countsProcessUsageOfTheMeasuredPart() {
        run.audit.grown(Role.CLIENTS, AuditSample.INVOLUNTARY_SWITCHES, 17).grown(Role.CLIENTS, AuditSample.CPU_NS, 3);
        HarnessProcess clients = process(figures(), Role.CLIENTS);
        assertThat(clients.involuntarySwitches()).isEqualTo(17);
        assertThat(clients.cpuNs()).isEqualTo(3);
        assertThat(clients.damage()).isEmpty();
    }

    @Test
    void reportsMissingJournal() throws Exception {
        run.close();
        run.writeManifest();
        Files.delete(directory.resolve("hiccups-replayer.journal"));
        HarnessProcess replayer =
                process(run.analysisOfWhatIsThere().result().summary().selfAudit(), Role.REPLAYER);
        assertThat(replayer.damage()).isEqualTo("hiccups-replayer.journal: is missing");
    }

    private Summary damaged(String file, String content) throws Exception {
        run.close();
        run.writeManifest();
        Files.writeString(directory.resolve(file), content);
        return run.analysisOfWhatIsThere().result().summary();
    }

    @Test
    void emptiedGcLogHasUnknownPauses() throws Exception {
        run.audit.pause(Role.REPLAYER, 50, 20);
        Summary summary = damaged("gc-replayer.log", "");
        HarnessProcess replayer = process(summary.selfAudit(), Role.REPLAYER);
        assertThat(replayer.gcPauses()).isNull();
        assertThat(replayer.longestGcPauseNs()).isNull();
        assertThat(replayer.stalls()).isZero();
        assertThat(Reasons.reason(summary, "self-audit-incomplete").text())
                .contains("gc-replayer.log: does not name its run");
        assertThat(RunReport.lines(summary, Map.of(), "RUN"))
                .contains("collections in the measured part: replayer unknown, fix-clients 0, harness 0");
    }

    @Test
    void emptiedHiccupJournalHasUnknownStalls() throws Exception {
        Summary summary = damaged("hiccups-replayer.journal", "");
        HarnessProcess replayer = process(summary.selfAudit(), Role.REPLAYER);
        assertThat(replayer.stalls()).isNull();
        assertThat(replayer.longestStallNs()).isNull();
        assertThat(RunReport.lines(summary, Map.of(), "RUN"))
                .contains("harness stalls of 1.00 ms and more: replayer unknown, fix-clients 0, harness 0");
    }

    @Test
    void tailAndShareAreUnknownWithoutClientStalls() throws Exception {
        SelfAuditFigures figures = damaged("hiccups-fix-clients.journal", "").selfAudit();
        assertThat(figures.tail()).isNull();
        assertThat(figures.harnessShare().withoutLagAndStallsNs()).isEqualTo(ShareFigures.NONE);
    }

    /** Evidence in the other files is still evaluated. */
    @Test
    void reportsLongestKnownStallIfTheJournalIsDamaged() throws Exception {
        run.audit.pause(Role.REPLAYER, 50, 20);
        Summary summary = damaged("hiccups-replayer.journal", "");
        assertThat(Reasons.reason(summary, "replayer-stall").text())
                .isEqualTo("The longest known stall of replayer is 20.0 ms, stalls of 1.00 ms and more: unknown.");
    }

    @Test
    void emptiedAuditHasUnknownCounters() throws Exception {
        run.audit.grown(Role.CLIENTS, AuditSample.INVOLUNTARY_SWITCHES, 17);
        HarnessProcess clients = process(damaged("audit-fix-clients.jsonl", "").selfAudit(), Role.CLIENTS);
        assertThat(clients.involuntarySwitches()).isNull();
        assertThat(clients.hiccupNs()).isNull();
        assertThat(clients.stalls()).isZero();
    }

    @Test
    void writesTheHiccupsInHdrHistogramsFormats() throws Exception {
        run.analysis().writeFiles();
        for (String role : Role.OWN) {
            assertThat(Files.readString(directory.resolve("hiccups-" + role + ".hgrm")))
                    .contains("#[hiccups of " + role);
            assertThat(Files.readAllLines(directory.resolve("hiccups-" + role + ".hlog")))
                    .filteredOn(line -> !line.startsWith("#") && !line.startsWith("\""))
                    .hasSize(3);
        }
    }

    private Reason reason(String rule) {
        return Reasons.reason(run.summary(), rule);
    }

    @Test
    void countsUdpErrorsOfTheHostOnce() {
        run.audit
                .grown(Role.REPLAYER, AuditSample.UDP_RECEIVE_ERRORS, 5)
                .grown(Role.CLIENTS, AuditSample.UDP_RECEIVE_ERRORS, 7)
                .grown(Role.HARNESS, AuditSample.UDP_RECEIVE_ERRORS, 2);
        assertThat(reason("udp-receive-errors"))
                .isEqualTo(new Reason(
                        "udp-receive-errors",
                        2,
                        0,
                        "2 datagrams were dropped by UDP sockets of any process on this host.",
                        Verdict.DEGRADED));
    }

    @Test
    void coversTheDrainIfATickWasLost() {
        run.play("tick 3 EUR/USD at 200");
        run.audit.hiccup(Role.CLIENTS, 400, 30);
        assertThat(figures().stalls()).containsExactly(new Stall(Role.CLIENTS, 390 * MS, 30 * MS, "hiccup"));
    }

    @Test
    void coversUpToTheLastSampleIfTheDrainNeverEnded() {
        run.state = RunManifest.INTERRUPTED;
        run.audit
                .hiccup(Role.CLIENTS, 900, 30)
                .hiccup(Role.CLIENTS, 1_006, 30) // after it: its last sample is at 1,005 ms
                .grown(Role.REPLAYER, AuditSample.THROTTLED_NS, 199 * MS)
                .write(10 * MS, 1_000 * MS);
        run.drainMs = 0;
        Summary summary = run.summary();
        assertThat(summary.selfAudit().stalls()).containsExactly(new Stall(Role.CLIENTS, 890 * MS, 30 * MS, "hiccup"));
        assertThat(summary.findings().reasons())
                .contains(new Reason(
                        "throttling",
                        20,
                        0,
                        "A quota of CPU time kept a process of the harness from running for 199 ms.",
                        Verdict.VOID));
    }

    @Test
    void reportsPausesAndLongestStallOfEachProcess() {
        run.audit.pause(Role.CLIENTS, 50, 20).pause(Role.CLIENTS, 90, 11).hiccup(Role.REPLAYER, 130, 3);
        assertThat(reason("gc-pause").text())
                .isEqualTo("Collectors: replayer 0 pauses, the longest 0 ns; fix-clients 2 pauses, the longest 20.0 ms;"
                        + " harness 0 pauses, the longest 0 ns.");
        assertThat(reason("clients-stall").text())
                .isEqualTo("The longest stall of fix-clients is 20.0 ms, stalls of 1.00 ms and more: 2.");
        assertThat(reason("replayer-stall").text())
                .isEqualTo("The longest stall of replayer is 3.00 ms, stalls of 1.00 ms and more: 1.");
    }

    @ParameterizedTest
    @CsvSource({"30000004, 9, 30.0 ms", "4, 0, window found closed"})
    void reportsTimeThatASlowClientBlockedTheApplication(long windowLimitedNs, long receiveWindow, String time) {
        run.audit.atEnd = new ConnectionCounters(0, 40_000, 2, 3, windowLimitedNs, receiveWindow, 0);
        String text = "Clients did not read in time and the application could not send: CLIENT-00 (" + time + ").";
        assertThat(reason("zero-window")).isEqualTo(new Reason("zero-window", 1, 0, text, Verdict.VOID));
    }

    @Test
    void ignoresTimeNamespaceOfProcessesWithTranslatedClocks() {
        run.translations.put(Role.CLIENTS, new ClockTranslation(List.of(new ClockTranslation.Point(0, 0, 1))));
        run.audit.namespaces.put(Role.CLIENTS, "time:[7]");
        assertThat(Reasons.rules(run.summary())).doesNotContain("time-namespace");
    }
}
