package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunManifest;

/** A run and its capture, whose times of day are one hour ahead of the run's clock. */
final class WireComparisonTest {
    private static final UUID CAPTURE = UUID.fromString("99999999-2222-4333-8444-555555555555");
    private static final long HOUR = 3_600_000_000_000L;
    private static final long BOUND = 1_000;
    private static final String ONE_TICK = """
            tick 1 EUR/USD at 100.75
            session 0 gets 1 at 101.5
            """;

    @TempDir
    private Path folder;

    private RunFixture run;
    private RunFixture wire;

    @BeforeEach
    void createRunAndCapture() throws IOException {
        createRunAndCapture(1, 1);
    }

    private void createAgain(int sessions, int captured) throws IOException {
        run.close();
        wire.close();
        folder = Files.createDirectory(folder.resolve("again"));
        createRunAndCapture(sessions, captured);
    }

    private void createRunAndCapture(int sessions, int captured) throws IOException {
        run = new RunFixture(folder, sessions);
        run.play("""
                tick 1 EUR/USD at 100 sent 100.5
                tick 2 EUR/USD at 200 sent 201
                tick 3 EUR/USD at 300
                session 0 logs-on at 5
                session 0 gets nothing at 9
                session 0 gets 1 at 102
                session 0 gets 2 at 205
                session 0 gets 3 at 301
                """);
        run.translations.put("capture-1", new ClockTranslation(List.of(new ClockTranslation.Point(HOUR, 0, BOUND))));
        wire = new RunFixture(Files.createDirectory(folder.resolve("wire")), captured, CAPTURE);
        wire.source = RunManifest.WIRE;
        wire.processes.clear();
        wire.recording = folder.resolve("capture-1.pcap0").toString();
        wire.drainMs = 5_000;
        wire.clocks.clear();
        wire.clocks.add(new ClockPair(1, HOUR + 1, 0));
        wire.play("session 0 not-captured at 4; session 0 gets nothing at 8");
    }

    private static List<String> names(WireFigures figures) {
        return figures.rows().stream().map(WireFigures.Row::name).toList();
    }

    private static String onlyNote(WireFigures figures) {
        assertThat(figures.notes()).hasSize(1);
        return figures.notes().get(0);
    }

    /** Takes the tick ids used by the capture. */
    private WireFigures figures(long... names) {
        try (JournalWriter ids = JournalWriter.at(wire.directory.sourceIds(), TickRecord.SOURCE_IDS)
                .run(CAPTURE)
                .recordsPerSegment(8)
                .open()) {
            for (long name : names) {
                int at = ids.claim();
                ids.buffer().putLong(at, name);
                ids.commit();
            }
        }
        wire.close();
        wire.writeManifest();
        run.close();
        run.writeManifest();
        RunAnalysis analysis = RunFiles.derive(run.directory);
        assertThat(RunReport.lines(analysis, "RUN", false)).anyMatch(line -> line.startsWith("on the wire: "));
        return analysis.wire().orElseThrow();
    }

    @Test
    void showsDelayAddedByTheRunsOwnStamps() {
        wire.play("""
                tick 1 EUR/USD at 100.75
                tick 2 EUR/USD at 300.25
                session 0 gets 1 at 101.5
                session 0 not-captured at 202
                session 0 gets 2 without book at 300.75
                """);
        // the capture lacks the run's second tick and its quote: rows of both exclude that tick;
        // the quote of its third tick has a time but no known price
        WireFigures figures = figures(1, 3);

        assertThat(figures.ticks()).isEqualTo(new WireFigures.Joined(2, 1, 0));
        assertThat(figures.notes()).isEmpty();
        assertThat(figures.rows())
                .extracting(
                        WireFigures.Row::name, WireFigures.Row::count, WireFigures.Row::minNs, WireFigures.Row::maxNs)
                .containsExactly(
                        tuple("response at the last client", 1L, ns(2), ns(2)),
                        tuple("response at the last client (wire)", 1L, ns(1.5), ns(1.5)),
                        tuple("service at the last client", 1L, ns(1.5), ns(1.5)),
                        tuple("service at the last client (wire)", 1L, ns(0.75), ns(0.75)),
                        tuple("service - service (wire), per tick", 1L, ns(0.75), ns(0.75)),
                        tuple("received - wire quote", 2L, ns(0.25), ns(0.5)),
                        tuple("wire tick - sent", 2L, ns(0.25), ns(0.25)));
    }

    @Test
    void joinsQuotesBySessionAndNumber() {
        wire.play("""
                tick 1 EUR/USD at 100.75
                tick 2 EUR/USD at 201.25
                session 0 gets 1 at 101.5
                session 0 gets 2 at 204.5
                """);
        WireFigures figures = figures(1, 2);

        assertThat(figures.quotes()).isEqualTo(new WireFigures.Joined(2, 1, 0));
        assertThat(figures.rows())
                .filteredOn(row -> row.name().equals("received - wire quote"))
                .extracting(WireFigures.Row::count, WireFigures.Row::minNs, WireFigures.Row::maxNs)
                .containsExactly(tuple(2L, ns(0.5), ns(0.5)));
    }

    @Test
    void reportsTickOnTheWireBeforeItWasSentAsDefect() {
        wire.play("tick 1 EUR/USD at 99.5; session 0 gets 1 at 101.5");

        assertThat(figures(1).notes())
                .containsExactly(
                        "DEFECT: 1 tick on the wire before it was sent, and 0 quotes received before they were on the"
                                + " wire, by more than the clocks' bound of 1.00 us; a time stamp is wrong");
    }

    @Test
    void reportsGapsOfTheCapture() {
        wire.disturbances.put("capture-holes", 2.0);
        wire.play(ONE_TICK);
        assertThat(onlyNote(figures(1))).startsWith("The capture lacks bytes of FIX sessions 2 times");
    }

    @Test
    void showsNoCrossClockDifferencesForAnUnrelatedCaptureClock() {
        wire.recording = "switch.pcap";
        wire.play(ONE_TICK);
        WireFigures figures = figures(1);

        assertThat(names(figures))
                .containsExactly(
                        "service at the last client",
                        "service at the last client (wire)",
                        "service - service (wire), per tick");
        assertThat(onlyNote(figures)).startsWith("the capture's clock is not the time of day of");
    }

    @Test
    void comparesNoLastClientsIfTheCaptureLacksASession() {
        run.facts.put("compId.0", "ELSEWHERE");
        wire.play(ONE_TICK);
        WireFigures figures = figures(1);

        assertThat(names(figures)).as("no quote is joined").containsExactly("wire tick - sent");
        assertThat(onlyNote(figures)).endsWith("is not in the capture, so latencies at the last client are not shown");
    }

    @Test
    void comparesLastClientsIfTheCaptureOnlyLacksASessionWithoutQuotes() throws IOException {
        createAgain(2, 1);
        wire.play(ONE_TICK);
        WireFigures figures = figures(1);

        assertThat(names(figures))
                .contains("response at the last client (wire)")
                .as("the run lost the tick")
                .doesNotContain("service - service (wire), per tick");
        assertThat(figures.notes()).isEmpty();
    }

    @Test
    void comparesNoLastClientsOfATickThatTheCaptureExcludesAtASession() throws IOException {
        createAgain(2, 2);
        run.play("session 1 gets 1 at 103");
        wire.play(ONE_TICK);
        wire.play("session 1 not-captured at 4; session 1 gets 1 at 102.8");

        assertThat(names(figures(1))).noneMatch(name -> name.contains("last client"));
    }

    @Test
    void comparesNoLastClientsIfRunAndCaptureExcludeATickAtDifferentSessions() throws IOException {
        createAgain(2, 2);
        run.play("session 1 ordered-down at 99");
        wire.play("""
                tick 1 EUR/USD at 100.75
                session 0 not-captured at 101
                session 0 gets 1 at 101.5
                session 1 gets 1 at 102.8
                """);

        assertThat(figures(1).rows()).extracting(WireFigures.Row::name).noneMatch(name -> name.contains("last client"));
    }

    @Test
    void comparesLastClientsAlthoughTheCaptureNamesSessionsAlike() throws IOException {
        createAgain(2, 2);
        run.play("session 1 gets 1 at 101.8");
        run.facts.put("compId.0", "BANK");
        run.facts.put("compId.1", "BANK");
        wire.sessionNames = "bank";
        wire.play(ONE_TICK);
        wire.play("session 1 gets 1 at 101.25");
        WireFigures figures = figures(1);

        assertThat(names(figures)).contains("response at the last client", "service - service (wire), per tick");
        assertThat(figures.quotes().both()).isZero();
        assertThat(figures.notes())
                .containsExactly("several sessions have the CompID BANK, so their quotes are not joined");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2"})
    void comparesNoLastClientsIfTheCaptureLacksASessionOfSeveralNamedAlike(int sessions, int captured)
            throws IOException {
        createAgain(sessions, captured);
        run.facts.put("compId.0", "BANK");
        wire.sessionNames = "bank";
        wire.play(ONE_TICK);
        for (int session = 1; session < sessions; session++) {
            run.play("session " + session + " gets 1 at 103");
            run.facts.put("compId." + session, "BANK");
        }
        for (int session = 1; session < captured; session++) {
            wire.play("session " + session + " gets 1 at 101.25");
        }
        WireFigures figures = figures(1);

        assertThat(names(figures)).as("no quote is joined").containsExactly("wire tick - sent");
        assertThat(figures.quotes().both()).isZero();
        assertThat(figures.notes())
                .containsExactly(
                        "a session with the CompID BANK is not in the capture, so latencies at the last client are not"
                                + " shown",
                        "several sessions have the CompID BANK, so their quotes are not joined");
    }

    @Test
    void showsNoRowsIfTheRunOfTheCaptureIsVoid() {
        wire.disturbances.put("stamp-step", 1.0);
        wire.play(ONE_TICK);
        WireFigures figures = figures(1);

        assertThat(figures.rows()).isEmpty();
        assertThat(onlyNote(figures))
                .startsWith("the run of the capture is VOID, so none of its latencies are shown: The clock of");
    }

    @ParameterizedTest
    @CsvSource({"eth1 of a, eth0 of a, true", "eth0 of b, the time of day of the harness's host, false"})
    void knowsTheClockOfCapturesOfOneHostOnly(String second, String placement, boolean known) {
        wire.recording = "capture-1.pcap0, capture-2.pcap0";
        run.facts.put("capture-1", "eth0 of a");
        run.facts.put("capture-2", second);
        run.translations.put("capture-2", new ClockTranslation(List.of(new ClockTranslation.Point(HOUR, 1, BOUND))));
        wire.play(ONE_TICK);
        WireFigures figures = figures(1);

        assertThat(figures.placement()).isEqualTo(placement);
        assertThat(figures.notes().stream().noneMatch(note -> note.startsWith("the capture combines several hosts")))
                .isEqualTo(known);
    }

    @Test
    void boundsUnknownCaptureClockByCausality() {
        wire.recording = "elsewhere.pcap";
        run.clocks.clear();
        run.clocks.add(new ClockPair(1, HOUR + 1, 50));
        wire.play(ONE_TICK);
        WireFigures figures = figures(1);

        assertThat(names(figures)).contains("wire tick - sent", "received - wire quote");
        assertThat(onlyNote(figures))
                .startsWith("the capture's clock is assumed to be the time of day of the harness's host.")
                .contains("it is at most 250 us ahead and at most 500 us behind.");
    }

    @Test
    void limitOfAnUnknownCaptureClockIsUnknownWithoutJoinedQuotes() throws IOException {
        createAgain(2, 2);
        run.play("session 1 gets 1 at 101.8");
        run.facts.put("compId.0", "BANK");
        run.facts.put("compId.1", "BANK");
        wire.recording = "elsewhere.pcap";
        run.clocks.clear();
        run.clocks.add(new ClockPair(1, HOUR + 1, 50));
        wire.sessionNames = "bank";
        wire.play(ONE_TICK);
        wire.play("session 1 gets 1 at 101.25");

        assertThat(figures(1).notes())
                .anyMatch(note -> note.contains(
                        "it is at most 250 us ahead and behind by an unknown time, because no quote is joined."));
    }

    private static long ns(double ms) {
        return RunFixture.ns(ms);
    }
}
