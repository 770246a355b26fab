package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionFact;
import org.ticktoquote.pricing.truth.Fate;

/**
 * Sessions with a misbehaving acceptor, a cut session, a slow session, and
 * an undisturbed session, in one run. Effects stay within their session.
 */
@LongProof
class RudeAcceptorIT {
    private static final int SOUND = 0;
    private static final int FLOODED = 1;
    private static final int DRIPPED = 2;
    private static final int UNFINISHED = 3;
    private static final int TOO_LONG = 4;
    private static final int GAP = 5;
    private static final int REJECTING = 6;
    private static final int LOGGING_OUT = 7;
    /** Its connection is cut and restored. */
    private static final int CUT = 8;
    /** Reads slowly. */
    private static final int SLOW = 9;

    private static final int SESSIONS = 10;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final ProofTable TABLE = new ProofTable("sessions");
    /** Below the 30 s after which a heartbeat would reveal a gap, and far above the needs of a busy machine. */
    private static final long AT_ONCE_NS = TimeUnit.SECONDS.toNanos(20);

    private static final int FLOOD = 400 << 20;
    private static final int DISK = 40 << 20;
    private static final byte[] LONG = "8=FIX.4.4\0019=200000\00135=W\001".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern HEADER = Pattern.compile("(?<=\u0001)(34|49|52|56)=[^\u0001]*\u0001");
    private static final byte[] START = "8=FIX.4.4\0019=".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private static Path folder;

    private static Path recording;
    private static T2qProcess process;
    private static Path run;
    private static Summaries summary;
    private static RunManifest manifest;
    private static List<RunCell> cells;
    private static List<Truth.Quote> quotes;
    private static long cutNs;
    private static final AtomicLong FLOODED_BYTES = new AtomicLong();
    private static final AtomicBoolean HALF_SENT = new AtomicBoolean();
    private static final AtomicLong GAP_NS = new AtomicLong();
    private static final AtomicLong ASKED_NS = new AtomicLong();

    @BeforeAll
    static void measure() throws Exception {
        recording = Scenario.recording(folder, "--length", "2min", "--pairs", "6");
        Scenario scenario = Scenario.hurriedIn(folder)
                .sessions(SESSIONS)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+9s", "--feed", "tcp://127.0.0.1:0")
                .with("--drain", "10s");
        run = scenario.directory();
        List<FixRelay> relays = new ArrayList<>();
        try {
            StringBuilder template = new StringBuilder("sessions:\n");
            for (int session = FLOODED; session <= CUT; session++) {
                relays.add(new FixRelay(RudeAcceptorIT::application));
                template.append("  %d: {subscription: per-pair, connect: \"127.0.0.1:%d\"}\n"
                        .formatted(session, relays.get(session - 1).port()));
            }
            // every 2.5 s: the window of 8 s contains a complete pause, whenever the session logged on
            template.append("  %d: {readPause: {every: 1s, length: 1500ms}}\n".formatted(SLOW));
            Path file = Files.writeString(folder.resolve("rude.yaml"), template);
            process = scenario.with("--session-template", file.toString()).start();
            scenario.awaitMeasured(TimeUnit.SECONDS.toNanos(1));
            cutNs = System.nanoTime();
            relays.get(CUT - 1).cut();
            relays.get(FLOODED - 1).toClient((bytes, length, out) -> flood(out, FLOODED_BYTES));
            relays.get(DRIPPED - 1).toClient(RudeAcceptorIT::byteForByte);
            relays.get(UNFINISHED - 1).toClient(RudeAcceptorIT::halfAMessage);
            relays.get(TOO_LONG - 1).toClient((bytes, length, out) -> out.write(LONG));
            relays.get(GAP - 1).toApplication(RudeAcceptorIT::listen);
            relays.get(GAP - 1).toClient(RudeAcceptorIT::allButTheFirst);
            relays.get(REJECTING - 1)
                    .toClient(sendingInstead("35=3|45=2|58=no field 269", "35=j|379=t2q-06-1-2|58=not now"));
            relays.get(LOGGING_OUT - 1).toClient(sendingInstead("35=5|58=maintenance"));
            scenario.assertEnded(process, 4);
        } finally {
            relays.forEach(FixRelay::close);
        }
        summary = scenario.summary();
        manifest = scenario.manifest();
        cells = RunCell.of(run);
        quotes = Truth.quotes(run);
    }

    @AfterAll
    static void end() {
        if (process != null) {
            process.close();
        }
    }

    private static InetSocketAddress application() throws IOException {
        String text =
                Summaries.json(run.resolve("clients.json")).path("connect").asText();
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private static void flood(OutputStream out, AtomicLong sent) throws IOException {
        byte[] noise = new byte[1 << 16];
        new Random(1).nextBytes(noise);
        while (sent.get() < FLOOD) {
            out.write(noise);
            sent.addAndGet(noise.length);
        }
    }

    private static void byteForByte(byte[] bytes, int length, OutputStream out) throws IOException {
        for (int i = 0; i < length; i++) {
            out.write(bytes[i]);
        }
    }

    /** Sends the first half of a message and nothing more. */
    private static void halfAMessage(byte[] bytes, int length, OutputStream out) throws IOException {
        if (HALF_SENT.compareAndSet(false, true)) {
            out.write(bytes, 0, 40);
        }
    }

    private static void listen(byte[] bytes, int length, OutputStream out) throws IOException {
        if (new String(bytes, 0, length, StandardCharsets.US_ASCII).contains("\00135=2\001")) {
            ASKED_NS.compareAndSet(0, System.nanoTime());
        }
        out.write(bytes, 0, length);
    }

    /** Returns the start of the second message if the bytes contain a complete first one; else 0. */
    private static int endOfFirst(byte[] bytes, int length) {
        return Math.max(0, begins(bytes, length, 0) == 0 ? begins(bytes, length, 1) : 0);
    }

    private static int begins(byte[] bytes, int length, int from) {
        for (int i = from; i + START.length <= length; i++) {
            if (Arrays.equals(bytes, i, i + START.length, START, 0, START.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Forwards everything except the first message that arrives complete. */
    private static void allButTheFirst(byte[] bytes, int length, OutputStream out) throws IOException {
        int end = GAP_NS.get() == 0 ? endOfFirst(bytes, length) : 0;
        out.write(bytes, end, length - end);
        if (end > 0) {
            GAP_NS.set(System.nanoTime());
        }
    }

    /** Replaces messages one by one by others with the same numbers. */
    private static FixRelay.Passage sendingInstead(String... others) {
        Deque<String> bodies = new ArrayDeque<>(List.of(others));
        return (bytes, length, out) -> {
            int end = bodies.isEmpty() ? 0 : endOfFirst(bytes, length);
            if (end > 0) {
                out.write(instead(new String(bytes, 0, end, StandardCharsets.ISO_8859_1), bodies.remove()));
            }
            out.write(bytes, end, length - end);
        };
    }

    private static byte[] instead(String message, String body) {
        String header =
                HEADER.matcher(message).results().map(MatchResult::group).collect(Collectors.joining());
        int type = body.indexOf('|') + 1;
        String fields = (body.substring(0, type) + header + body.substring(type) + "|").replace('|', '\u0001');
        String counted = "8=FIX.4.4\u00019=" + fields.length() + "\u0001" + fields;
        return "%s10=%03d\u0001".formatted(counted, counted.chars().sum() % 256).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the sum of some events of a session. */
    private static long event(int session, String... names) {
        return Summaries.sum(summary.session(session).path("events"), names);
    }

    /** Returns the number of ticks of a session with one of these outcomes. */
    private static long outcome(int session, String... names) {
        return Summaries.sum(summary.session(session).path("tickOutcomes"), names);
    }

    private static List<RunCell> of(int session) {
        return cells.stream().filter(cell -> cell.session() == session).toList();
    }

    private static Set<Long> ticks(int session, Fate... fates) {
        return quotes.stream()
                .filter(quote -> quote.session() == session && quote.measured() && quote.is(fates))
                .map(Truth.Quote::tickId)
                .collect(Collectors.toSet());
    }

    private static String ended(int session) {
        return fact(SessionFact.ENDED, session);
    }

    private static String fact(SessionFact fact, int session) {
        return manifest.observed().host().getOrDefault(fact.name(session), "");
    }

    /** Returns the text of a reason or of an excused reason. */
    private static String reasonText(String rule) {
        List<JsonNode> reasons = new ArrayList<>();
        summary.json().path("reasons").forEach(reasons::add);
        summary.json().path("excused").forEach(reasons::add);
        return reasons.stream()
                .filter(one -> one.path("rule").asText().equals(rule))
                .map(one -> one.path("text").asText())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + rule + " in " + reasons + process.texts()));
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void floodOfGarbageEndsItsSessionAndDoesNotFillTheDisk() throws IOException {
        assertThat(event(FLOODED, "malformed")).isEqualTo(101);
        assertThat(event(FLOODED, "drops")).isEqualTo(1);
        assertThat(event(FLOODED, "logons")).as("does not reconnect").isEqualTo(1);
        assertThat(FLOODED_BYTES.get()).isLessThan(FLOOD);
        assertThat(ended(FLOODED)).startsWith("session 1 was ended: ").contains("not a FIX message");
        assertThat(process.err()).contains(ended(FLOODED) + "; the replay continues and every tick counts");
        assertThat(summary.rules("FAILED")).contains("unreadable-snapshots", "sessions-ended");
        assertThat(size(run)).isLessThan(DISK);
    }

    @Test
    void tooLongMessageEndsItsSessionImmediately() {
        assertThat(event(TOO_LONG, "malformed")).isEqualTo(1);
        assertThat(event(TOO_LONG, "drops")).isEqualTo(1);
        assertThat(ended(TOO_LONG)).startsWith("session 4 was ended: ").contains("200000", "131072");
    }

    @Test
    void readsMessagesThatArriveByteByByte() {
        assertThat(event(DRIPPED, "malformed", "drops", "sequenceGaps")).isZero();
        assertThat(ended(DRIPPED)).isEmpty();
        assertThat(outcome(DRIPPED, "published")).isPositive();
    }

    @Test
    void incompleteMessageLosesItsTicksButKeepsTheSession() {
        assertThat(event(UNFINISHED, "malformed", "drops")).isZero();
        assertThat(ended(UNFINISHED)).isEmpty();
        assertThat(outcome(UNFINISHED, "lost")).isPositive();
        assertThat(summary.rules("FAILED")).contains("lost");
    }

    @Test
    void requestsResendOfASequenceGapImmediately() {
        assertThat(event(GAP, "sequenceGaps")).isEqualTo(1);
        assertThat(event(GAP, "drops")).isZero();
        assertThat(GAP_NS.get()).isPositive();
        assertThat(ASKED_NS.get() - GAP_NS.get()).isBetween(0L, AT_ONCE_NS + summary.longestStallNs(stall -> false));
        assertThat(outcome(GAP, "lost")).isZero();
        assertThat(summary.rules("FAILED")).contains("sequence-gaps");
    }

    @Test
    void countsAndReportsRejectsOtherThan35Y() throws Exception {
        assertThat(event(REJECTING, "messagesRejected")).isEqualTo(2);
        assertThat(event(REJECTING, "rejected", "drops", "sequenceGaps")).isZero();
        assertThat(fact(SessionFact.MESSAGE_REJECTED, REJECTING))
                .matches("session 6 [A-Z]{3}/[A-Z]{3} was answered 35=3: no field 269");
        assertThat(summary.rules("FAILED")).contains("messages-rejected");
        assertThat(reasonText("messages-rejected"))
                .isEqualTo("2 messages of the clients were rejected (35=j, 35=3): "
                        + fact(SessionFact.MESSAGE_REJECTED, REJECTING) + ".");
        assertThat(process.err())
                .contains(
                        fact(SessionFact.MESSAGE_REJECTED, REJECTING) + "; the replay continues and every tick counts")
                .containsPattern("session 6 [A-Z]{3}/[A-Z]{3} was answered 35=j: not now");
    }

    @Test
    void logoutIsADropWithItsText() {
        assertThat(event(LOGGING_OUT, "drops")).isEqualTo(1);
        assertThat(event(LOGGING_OUT, "logons")).as("reconnects").isEqualTo(2);
        assertThat(fact(SessionFact.LOGGED_OUT, LOGGING_OUT)).isEqualTo("session 7 was logged out: maintenance");
        assertThat(reasonText("session-drops"))
                .contains(" a session disconnected unexpectedly:", "session 7 was logged out: maintenance");
    }

    @Test
    void cutSessionCountsEveryMissedTickAndFailsTheRun() {
        assertThat(summary.rules("FAILED")).contains("session-drops", "skipped").doesNotContain("unexplained");
        assertThat(event(CUT, "drops")).isEqualTo(1);
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
                .peek(RudeAcceptorIT::assertLostByTheCut)
                .count();
        TABLE.row(
                "connection of a session cut, back after about 1 s",
                missed.size() + " ticks missed, skipped " + outcome(CUT, "skipped") + " and lost "
                        + outcome(CUT, "lost") + " (" + inFlight
                        + " on their way at the cut), excluded 0, its response max "
                        + ProofTable.ms(responses(CUT).getMax()),
                summary);
    }

    @Test
    void slowClientIsNamedAndOnlyItsLatencySuffers() {
        assertThat(summary.rules()).contains("zero-window");
        assertThat(reasonText("zero-window")).containsIgnoringCase("client-09").doesNotContainIgnoringCase("client-00");
        assertThat(responses(SLOW).getMax()).isGreaterThan(PAUSE_NS / 2);
        assertThat(responses(SOUND).getAverage())
                .isPositive()
                .isLessThan(responses(SLOW).getAverage());
        assertThat(outcome(SLOW, "lost", "skipped")).isZero();
        TABLE.row(
                "a session that reads for 1 s, then not for 1.5 s",
                "its response max " + ProofTable.ms(responses(SLOW).getMax()) + ", of the session beside it "
                        + ProofTable.ms(responses(SOUND).getMax()) + "; " + reasonText("zero-window"),
                summary);
    }

    /** Asserts that no later tick of the same pair was answered before the cut. */
    private static void assertLostByTheCut(RunCell lost) {
        assertThat(of(CUT))
                .as("tick %d, sent and not received", lost.tickId())
                .filteredOn(cell -> cell.instrument() == lost.instrument() && cell.answered())
                .noneMatch(cell -> cell.tickId() > lost.tickId() && cell.answeredNs() < cutNs);
    }

    private static LongSummaryStatistics responses(int session) {
        return of(session).stream()
                .filter(RunCell::answered)
                .mapToLong(RunCell::responseNs)
                .summaryStatistics();
    }

    @Test
    void soundSessionIsUnaffected() {
        assertThat(event(SOUND, "malformed", "drops", "sequenceGaps")).isZero();
        assertThat(outcome(SOUND, "lost", "skipped")).isZero();
        assertThat(of(SOUND)).filteredOn(RunCell::due).allMatch(cell -> cell.left(ResultCell.PUBLISHED));
        assertThat(of(SOUND).stream().filter(RunCell::due).count())
                .isEqualTo(ticks(SOUND, Fate.SENT).size());
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * SESSIONS);
    }

    @Test
    void floodInsteadOfALogonEndsTheRunImmediately() throws Exception {
        AtomicLong sent = new AtomicLong();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread flooding = new Thread(() -> serve(server, sent), "flooding");
            flooding.setDaemon(true);
            flooding.start();
            Path template = Files.writeString(
                    folder.resolve("flood.yaml"),
                    "sessions: {1: {connect: \"127.0.0.1:" + server.getLocalPort() + "\"}}\n");
            Scenario scenario = Scenario.coldIn(folder)
                    .named(Path.of("flood"))
                    .sessions(2)
                    .over(recording, "T0..T0+1s")
                    .with("--session-template", template.toString());
            T2qProcess refused = scenario.run(4);
            assertThat(refused.err()).contains("session 1 was ended: ", "not a FIX message");
            assertThat(sent.get()).isLessThan(FLOOD);
            assertThat(scenario.directory()).isDirectoryNotContaining("glob:**.journal");
        }
    }

    private static void serve(ServerSocket server, AtomicLong sent) {
        while (true) {
            try (Socket client = server.accept()) {
                flood(client.getOutputStream(), sent);
            } catch (IOException closed) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }
}
