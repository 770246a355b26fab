package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.pricing.truth.Fate;

/**
 * One run of three sessions: nothing happens to the first, the connection of the second is cut and comes back, the third is
 * slow to read. Each has its own picture, and the first has none of it.
 */
@LongProof
class SessionTroubleIT {
    private static final ProofTable TABLE = new ProofTable("sessions");
    private static final int SOUND = 0;
    private static final int CUT = 1;
    private static final int SLOW = 2;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1_500);

    @TempDir
    private static Path folder;

    private static T2qProcess process;
    private static Path run;
    private static long cutNs;
    private static Summaries summary;
    private static List<RunCell> cells;
    private static List<Truth.Quote> quotes;

    @BeforeAll
    static void measure() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "15");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1500ms..T0+7s")
                .with("--drain", "2s", "--feed", "tcp://127.0.0.1:0");
        run = scenario.directory();
        try (FixRelay relay = new FixRelay(() -> application(run))) {
            Path template = Files.writeString(folder.resolve("sessions.yaml"), """
                    sessions:
                      %d: {connect: "127.0.0.1:%d"}
                      %d: {readPause: {every: 3s, length: 1500ms}}
                    """.formatted(CUT, relay.port(), SLOW));
            process = scenario.with("--session-template", template.toString()).start();
            scenario.awaitMeasured(TimeUnit.SECONDS.toNanos(1));
            relay.cut();
            cutNs = System.nanoTime();
            scenario.assertEnded(process, 4);
        }
        summary = Summaries.of(run);
        cells = RunCell.of(run);
        quotes = Truth.quotes(run);
    }

    @AfterAll
    static void print() throws IOException {
        TABLE.print();
    }

    private static InetSocketAddress application(Path run) throws IOException {
        String text = new ObjectMapper()
                .readTree(run.resolve("clients.json").toFile())
                .path("connect")
                .asText();
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private static List<RunCell> of(int session) {
        return cells.stream().filter(cell -> cell.session() == session).toList();
    }

    private static long outcome(int session, String name) {
        return summary.session(session).path("tickOutcomes").path(name).asLong();
    }

    private static Set<Long> ticks(int session, Fate... fates) {
        return quotes.stream()
                .filter(quote -> quote.session() == session && quote.measured() && quote.is(fates))
                .map(Truth.Quote::tickId)
                .collect(Collectors.toSet());
    }

    @Test
    void aCutSessionOwesEveryTickItMissedAndFailsTheRun() {
        assertThat(summary.rules("FAILED")).contains("session-drops", "skipped").doesNotContain("unexplained");
        assertThat(summary.session(CUT).path("events").path("drops").asLong()).isEqualTo(1);
        assertThat(outcome(CUT, "excluded")).isZero();
        Set<Long> shown = ticks(CUT, Fate.SENT, Fate.IMAGE);
        Set<Long> missed = ticks(CUT, Fate.NOT_LOGGED_ON, Fate.NOT_SUBSCRIBED);
        assertThat(missed).isNotEmpty();
        assertThat(of(CUT))
                .filteredOn(cell -> cell.left(ResultCell.PUBLISHED))
                .allMatch(cell -> shown.contains(cell.tickId()));
        assertThat(of(CUT))
                .filteredOn(cell -> missed.contains(cell.tickId()) && !shown.contains(cell.tickId()))
                .isNotEmpty()
                .allMatch(cell -> cell.left(ResultCell.SKIPPED, ResultCell.LOST));
        long inFlight = of(CUT).stream()
                .filter(cell -> cell.due() && !cell.left(ResultCell.PUBLISHED) && !missed.contains(cell.tickId()))
                .peek(SessionTroubleIT::assertLostByTheCut)
                .count();
        TABLE.row(
                "connection of a session cut, back after about 1 s",
                missed.size() + " ticks missed, skipped " + outcome(CUT, "skipped") + " and lost "
                        + outcome(CUT, "lost") + " (" + inFlight
                        + " on their way at the cut), excluded 0, its response max "
                        + ProofTable.ms(max(CUT)),
                summary);
    }

    @Test
    void aSlowClientIsNamedAndItsCurveAloneSuffers() {
        assertThat(summary.rules()).contains("zero-window");
        JsonNode zeroWindow = reason("zero-window");
        assertThat(zeroWindow.path("value").asInt()).isEqualTo(1);
        assertThat(zeroWindow.path("text").asText())
                .containsIgnoringCase("client-02")
                .doesNotContainIgnoringCase("client-00");
        assertThat(max(SLOW)).isGreaterThan(PAUSE_NS / 2);
        assertThat(mean(SOUND)).isLessThan(mean(SLOW));
        assertThat(outcome(SLOW, "lost") + outcome(SLOW, "skipped")).isZero();
        TABLE.row(
                "a session that does not read for 1.5 s every 3 s",
                "its response max " + ProofTable.ms(max(SLOW)) + ", of the session beside it "
                        + ProofTable.ms(max(SOUND)) + "; "
                        + zeroWindow.path("text").asText(),
                "zero-window: " + zeroWindow.path("verdict").asText());
    }

    @Test
    void aSessionToWhichNothingHappensHasNoPartInIt() {
        Set<Long> sent = ticks(SOUND, Fate.SENT);
        assertThat(of(SOUND)).filteredOn(RunCell::due).allMatch(cell -> cell.left(ResultCell.PUBLISHED));
        assertThat(of(SOUND).stream().filter(RunCell::due).count()).isEqualTo(sent.size());
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
    }

    /** No tick of its pair that left later had its answer before the cut. */
    private static void assertLostByTheCut(RunCell lost) {
        assertThat(of(CUT))
                .as("tick %d, sent and not received", lost.tickId())
                .filteredOn(cell -> cell.instrument() == lost.instrument() && cell.answered())
                .noneMatch(cell -> cell.tickId() > lost.tickId() && cell.answeredNs() < cutNs);
    }

    private static double mean(int session) {
        return of(session).stream()
                .filter(RunCell::answered)
                .mapToLong(RunCell::responseNs)
                .average()
                .orElseThrow();
    }

    private static long max(int session) {
        return of(session).stream()
                .filter(RunCell::answered)
                .mapToLong(RunCell::responseNs)
                .max()
                .orElseThrow();
    }

    private static JsonNode reason(String rule) {
        for (JsonNode reason : summary.json().path("reasons")) {
            if (reason.path("rule").asText().equals(rule)) {
                return reason;
            }
        }
        throw new AssertionError("no reason " + rule + " in " + summary.json().path("reasons") + process.texts());
    }
}
