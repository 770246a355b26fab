package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.command.CommandLineParty;
import org.ticktoquote.replayer.feed.BackPressure;
import org.ticktoquote.replayer.feed.FeedMessage;
import org.ticktoquote.replayer.feed.TcpReceiver;
import org.ticktoquote.replayer.feed.UdpReceiver;
import picocli.CommandLine;

final class ReplayCommandTest extends PipedReplay {
    private static boolean closed(Path journal) {
        try (JournalReader reader = JournalReader.open(journal, TickRecord.SCHEMA)) {
            while (reader.next()) {
                // read to the end
            }
            return reader.closed();
        }
    }

    @Test
    void reportsPlannedReplay() throws Exception {
        launch("udp://127.0.0.1:40999", "--window", "13:30:00.100..13:30:00.300", "--speed", "2");
        JsonNode ready = await("ready");
        assertThat(ready.path("recordingSha256").asText()).matches("[0-9a-f]{64}");
        assertThat(values(ready, "fromNs", "toNs"))
                .containsExactly(
                        "" + (TestRecording.BEGIN_NS + 100 * MS), "" + (TestRecording.BEGIN_NS + 299 * MS + 1));
        assertThat(values(ready, "ticks", "peakPerSecond", "peakPer10Ms", "feed"))
                .containsExactly("200", "200", "20", "udp://127.0.0.1:40999");
        assertThat(ready.path("feedFacts").path("sendBufferBytes").asLong()).isPositive();
        assertThat(ready.path("instruments").get(0).path("symbol").asText()).isEqualTo("EUR/USD");
        assertThat(ready.path("venues").get(1).asText()).isEqualTo("BETA");
        assertThat(ready.path("pacer").path("cpus")).isNotEmpty();
    }

    private static List<String> values(JsonNode of, String... names) {
        return Stream.of(names).map(name -> of.path(name).asText()).toList();
    }

    /** The length is in replay time. Shorter windows are replayed completely. */
    @ParameterizedTest
    @CsvSource({"--densest 100ms, 100", "--densest 50ms --speed 2, 100", "--densest 1h, 300"})
    void replaysOnlyTheDensestStretch(String options, int ticks) throws Exception {
        recording = TestRecording.file(folder, TestRecording.quotes(300, ReplayCommandTest::denseAfterASecond));
        launch("udp://127.0.0.1:40999", options.split(" "));
        assertThat(await("ready").path("ticks").asInt()).isEqualTo(ticks);
    }

    /** Returns the time of a tick: one every 10 ms, but every millisecond between 1 s and 1.1 s. */
    private static long denseAfterASecond(long tick) {
        if (tick < 100) {
            return tick * 10 * MS;
        }
        return tick < 200 ? 1_000 * MS + (tick - 100) * MS : 1_100 * MS + (tick - 200) * 10 * MS;
    }

    @Test
    void warmsUpReplaysReportsAndEndsWithItsInput() throws Exception {
        try (UdpReceiver receiver = UdpReceiver.unicast()) {
            launch("udp://127.0.0.1:" + receiver.port());
            await("ready");
            tell("warm-up", Map.of("realSpeedNs", 100 * MS, "burstRate", 0, "maximumNs", 60_000 * MS));
            while (await("warming").path("ticks").asLong() == 0) {
                // wait for the first tick
            }
            tell("warm-up-end", Map.of());
            JsonNode warmedUp = await("warmed-up");
            long warmUpTicks = warmedUp.path("ticks").asLong();
            assertThat(warmedUp.path("ended").asText()).isEqualTo("asked");
            assertThat(warmedUp.path("lastTickId").asLong()).isEqualTo(TickRecord.WARM_UP_BASE + warmUpTicks);
            assertThat(warmedUp.path("burstRate").asDouble()).isEqualTo(TICKS);

            long t0Ns = start(1_000).path("t0Ns").asLong();
            JsonNode done = await("done");
            assertThat(values(done, "finished", "sent", "sendErrors", "t0Ns"))
                    .containsExactly("true", "" + TICKS, "0", "" + t0Ns);
            assertThat(done.path("endNs").asLong()).isGreaterThan(t0Ns + (TICKS - 1) * MS);
            assertThat(done.path("lag").path("p99_9").asLong()).isPositive();
            assertThat(done.has("driftNsPerS")).isTrue();

            List<ReplayFixture.Line> lines = ReplayFixture.lines(run.resolve("ticks.journal"));
            assertThat(closed(run.resolve("ticks.journal"))).isTrue();
            assertThat(lines).extracting(ReplayFixture.Line::quote).isEqualTo(QUOTES);
            assertThat(lines.get(TICKS - 1).intendedNs()).isEqualTo(t0Ns + (TICKS - 1) * MS);
            assertThat(ReplayFixture.lines(run.resolve("warmup.journal"))).hasSize((int) warmUpTicks);
            assertThatBothSessionsArrived(receiver, warmUpTicks);

            commands.close();
            assertEnded(ExitStatus.OK);
        }
    }

    private static void assertThatBothSessionsArrived(UdpReceiver receiver, long warmUpTicks) {
        List<FeedMessage.Packet> packets =
                receiver.until(packet -> packet.messages().contains(new FeedMessage.End(packet.session(), TICKS)));
        List<Long> sessions =
                packets.stream().map(FeedMessage.Packet::session).distinct().toList();
        assertThat(sessions).hasSize(2);
        assertThat(ticksOf(packets, sessions.get(0))).hasSize((int) warmUpTicks).allMatch(TickRecord::isWarmUp);
        assertThat(ticksOf(packets, sessions.get(1))).hasSize(TICKS).isSorted().endsWith((long) TICKS);
    }

    private static List<Long> ticksOf(List<FeedMessage.Packet> packets, long session) {
        return ticks(packets.stream()
                .filter(packet -> packet.session() == session)
                .flatMap(packet -> packet.messages().stream()));
    }

    private static List<Long> ticks(Stream<FeedMessage> messages) {
        return messages.filter(FeedMessage.Tick.class::isInstance)
                .map(message -> ((FeedMessage.Tick) message).tickId())
                .toList();
    }

    /** This way the application can still answer the ticks sent. */
    @Test
    void endedReplayKeepsFeedOpenUntilStopped() throws Exception {
        launch("tcp://127.0.0.1:0", "--speed", "0.001");
        try (TcpReceiver receiver = new TcpReceiver(await("ready").path("feed").asText())) {
            await("feed-connected");
            start(300);
            JsonNode progress = await("progress");
            while (progress.path("sent").asLong() == 0) {
                progress = await("progress");
            }
            assertThat(progress.path("total").asLong()).isEqualTo(TICKS);
            tell("replay-end", Map.of());
            JsonNode done = await("done");
            long sent = done.path("sent").asLong();
            assertThat(done.path("finished").asBoolean()).isFalse();
            assertThat(sent).isBetween(1L, TICKS - 1L);
            assertThat(closed(run.resolve("ticks.journal"))).isTrue();
            assertThat(receiver.until(message -> message instanceof FeedMessage.End end && end.lastTickId() == sent))
                    .isNotEmpty();
            assertThat(receiver.staysOpen()).isTrue();
            tell("stop", Map.of());
            assertEnded(ExitStatus.OK);
        }
    }

    @Test
    void endOfInputInterruptsReplay() throws Exception {
        launch("udp://127.0.0.1:40999", "--speed", "0.001");
        await("ready");
        start(300);
        await("progress");
        commands.close();
        assertThat(await("done").path("finished").asBoolean()).isFalse();
        assertEnded(ExitStatus.INTERRUPTED);
        assertThat(closed(run.resolve("ticks.journal"))).isTrue();
    }

    @Test
    void stopsWhileApplicationDoesNotRead() throws Exception {
        recording = TestRecording.file(folder, TestRecording.quotes(20_000, i -> i * 1_000L));
        launch("tcp://127.0.0.1:0?send-buffer=4096");
        String feed = await("ready").path("feed").asText();
        try (TcpReceiver receiver = new TcpReceiver(feed, 4096)) {
            assertThat(await("feed-connected").path("peer").asText()).startsWith("127.0.0.1:");
            start(300);
            long sent = awaitStandstill();
            JsonNode done = stop();
            assertThat(values(done, "finished", "sent", "sendErrors")).containsExactly("false", "" + (sent + 1), "1");
            assertThat(done.path("feedFacts").path("blockedNs").asLong()).isGreaterThan(100 * MS);
            assertThat(receiver.next()).isInstanceOf(FeedMessage.Start.class);
        }
    }

    /** The replay is blocked between two progress lines, which are 200 ms apart. */
    @Test
    void waitsForSlowApplicationWithoutLossAndJournalsTheWaits() throws Exception {
        recording = TestRecording.file(folder, TestRecording.quotes(20_000, i -> i * 1_000L));
        launch("tcp://127.0.0.1:0?send-buffer=4096");
        String feed = await("ready").path("feed").asText();
        try (TcpReceiver receiver = new TcpReceiver(feed, 4096)) {
            await("feed-connected");
            start(300);
            awaitStandstill();
            assertThat(ticks(receiver.until(FeedMessage.End.class::isInstance).stream()))
                    .isEqualTo(LongStream.rangeClosed(1, 20_000).boxed().toList());
            JsonNode done = await("done");
            assertThat(values(done, "finished", "sent", "sendErrors")).containsExactly("true", "20000", "0");
            commands.close();
            assertEnded(ExitStatus.OK);
            assertThat(assertMarked())
                    .isBetween(MS, done.path("feedFacts").path("blockedNs").asLong());
        }
    }

    /** Asserts that exactly the blocked sends are marked and delay the next tick. Returns the total wait. */
    private long assertMarked() {
        long sum = 0;
        long freeNs = 0;
        for (ReplayFixture.Line tick : ReplayFixture.lines(run.resolve("ticks.journal"))) {
            assertThat(tick.sentNs()).isGreaterThanOrEqualTo(freeNs);
            assertThat(tick.waited() || tick.waitedNs() == 0).isTrue();
            freeNs = tick.sentNs() + Math.max(0, tick.waitedNs() - TickRecord.WAIT_UNIT_NS);
            sum += tick.waitedNs();
        }
        return sum;
    }

    private long awaitStandstill() throws IOException {
        long before = -1;
        while (true) {
            long sent = await("progress").path("sent").asLong();
            boolean waiting = waitsForTheApplication();
            if (waiting && sent == before && sent > 0) {
                return sent;
            }
            before = waiting ? sent : -1;
        }
    }

    /** Distinguishes a blocked send from a lack of CPU time. */
    private static boolean waitsForTheApplication() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("replayer-pacer"))
                .flatMap(thread -> Stream.of(thread.getValue()))
                .anyMatch(frame -> frame.getClassName().equals(BackPressure.class.getName()));
    }

    @Test
    void secondFeedGetsEveryTickAndItsOwnJournal() throws Exception {
        Path second = folder.resolve("second");
        launch("udp://127.0.0.1:40999", "--second-feed", "udp://127.0.0.1:40998", "--second-run", second.toString());
        assertThat(await("second-ready").path("feed").asText()).isEqualTo("udp://127.0.0.1:40998");
        assertThat(await("ready").path("feed").asText()).isEqualTo("udp://127.0.0.1:40999");
        start(1_000);
        assertThat(await("second-done").path("sent").asLong()).isEqualTo(TICKS);
        assertThat(await("done").path("sent").asLong()).isEqualTo(TICKS);
        tell("stop", Map.of());
        assertEnded(ExitStatus.OK);
        List<ReplayFixture.Line> one = ReplayFixture.lines(run.resolve("ticks.journal"));
        assertThat(ReplayFixture.lines(second.resolve("ticks.journal")))
                .extracting(ReplayFixture.Line::intendedNs)
                .isEqualTo(one.stream().map(ReplayFixture.Line::intendedNs).toList());
        assertThat(second.resolve("audit-replayer.jsonl")).exists();
    }

    /** Cuts between ready and start, so that no tick after the cut has been read. The JVM does not crash. */
    @Test
    void reportsRecordingCutDuringReplay() throws Exception {
        launch("udp://127.0.0.1:40999");
        await("ready");
        long whole = Files.size(recording);
        try (FileChannel channel = FileChannel.open(recording, StandardOpenOption.WRITE)) {
            channel.truncate(4_096);
        }
        start(100);
        assertThat(await("failed").path("cause").asText())
                .isEqualTo(recording + ": not a sound recording: it was cut: 4096 bytes, expected " + whole + " for "
                        + TICKS + " ticks; whole are 64");
        assertEnded(ExitStatus.BAD_INPUT);
    }

    @Test
    void startInThePastIsIgnoredAndALongWaitCanBeStopped() throws Exception {
        launch("udp://127.0.0.1:40999");
        await("ready");
        orderStart(-5);
        assertThat(await("started").path("lateNs").asLong()).isPositive();
        assertThat(start(3_600_000).path("lateNs").asLong()).isZero();
        assertThat(values(stop(), "finished", "sent")).containsExactly("false", "0");
        assertThat(closed(run.resolve("ticks.journal"))).isTrue();
    }

    @Test
    void refusesWindowWithoutTicks() throws Exception {
        launch("udp://127.0.0.1:40999", "--window", "14:00:00..15:00:00");
        assertThat(statusLines.readLine()).contains("\"failed\"").contains("no tick of");
        assertEnded(ExitStatus.USAGE);
    }

    @Test
    void refusesRunDirectoryWithAReplay() throws Exception {
        launch("udp://127.0.0.1:40999");
        await("ready");
        stop();
        launch("udp://127.0.0.1:40999");
        assertThat(statusLines.readLine()).contains("\"failed\"").contains("a directory of the run's own");
        assertEnded(ExitStatus.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "{\"command\":\"\"}", "{\"command\":\"jump\"}"})
    void failsOnInvalidCommand(String line) throws Exception {
        launch("udp://127.0.0.1:40999");
        await("ready");
        commands.println(line);
        assertThat(statusLines.readLine())
                .contains("\"failed\"")
                .containsAnyOf("is not a JSON object", "is not a command of the replayer");
        assertEnded(ExitStatus.USAGE);
        assertThat(closed(run.resolve("ticks.journal"))).isTrue();
    }

    @Test
    void checkReportsPlanAndRefusesInvalidOptionsAndCreatesNoFiles() throws Exception {
        StringWriter out = new StringWriter();
        assertThat(check(out, "tcp://127.0.0.1:0 --window 13:30:00.100..13:30:00.300"))
                .isEqualTo(ExitStatus.OK.code());
        JsonNode checked =
                StatusLine.parse(out.toString().strip()).orElseThrow().detail();
        assertThat(checked.path("ticks").asLong()).isEqualTo(200);
        assertThat(checked.path("instruments").get(0).path("symbol").asText()).isEqualTo("EUR/USD");
        assertThat(run).doesNotExist();

        out.getBuffer().setLength(0);
        for (String feed : List.of(
                "tcp://127.0.0.1:0 --window noon",
                "tcp://127.0.0.1:0 --window T0..T0+1s",
                "ftp://127.0.0.1:0",
                "tcp://127.0.0.1:0 --second-feed tcp://127.0.0.1:0",
                "tcp://127.0.0.1:0 --second-feed tcp://127.0.0.1:0 --second-run " + run,
                "udp://239.1.1.1:40999?interface=nosuch")) {
            assertThat(check(out, feed)).as(feed).isEqualTo(ExitStatus.USAGE.code());
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(check(out, "tcp://127.0.0.1:" + taken.getLocalPort())).isEqualTo(ExitStatus.ENVIRONMENT.code());
        }
        assertThat(out.toString()).isEmpty();
        assertThat(run).doesNotExist();
    }

    @Test
    void argumentsOfAPlanRoundTrip() {
        String[] words = ("--recording a.t2q --window T0.. --speed 2.5 --feed udp://127.0.0.1:1 --run run"
                        + " --run-identity 00000000-0000-0001-0000-000000000002 --venues v.yaml --plugin a.jar --plugin b.jar"
                        + " --second-feed udp://127.0.0.1:2 --second-run other"
                        + " --second-identity 00000000-0000-0001-0000-000000000003"
                        + " --densest 5000000ns --spin 250us --cpu 3 --trace")
                .split(" ");
        assertThat(plan(words).arguments()).containsExactly(words);
    }

    private static ReplayPlan plan(String... words) {
        ReplayCommand command = new ReplayCommand();
        new CommandLine(command).parseArgs(words);
        return command.plan();
    }

    /** Checks a feed with further options, separated by blanks. */
    private int check(StringWriter out, String feed) {
        CommandLine line = new CommandLine(new ReplayCommand(() -> {
            throw new AssertionError("a check speaks to nobody");
        }));
        String arguments = "--recording " + recording + " --run " + run + " --check --feed " + feed;
        return CommandLineParty.printing(line, out, new StringWriter()).execute(arguments.split(" "));
    }

    /** Retries with a longer warm-up if a busy machine sends few ticks in its time. */
    @Test
    void startsByItselfAfterApplicationConnects() throws Exception {
        long warmUpMs = 300;
        while (warmUpTicksOfReplayByItself(warmUpMs) <= 100) {
            warmUpMs *= 2;
            assertThat(warmUpMs).isLessThan(ONE_MINUTE.toMillis());
            run = folder.resolve("run-" + warmUpMs);
        }
    }

    private int warmUpTicksOfReplayByItself(long warmUpMs) throws Exception {
        launch("tcp://127.0.0.1:0", "--start-in", "500ms", "--warm-up", warmUpMs + "ms", "--spin", "50us");
        String feed = await("ready").path("feed").asText();
        int warmUpTicks;
        try (TcpReceiver receiver = new TcpReceiver(feed)) {
            warmUpTicks = ticks(receiver.until(FeedMessage.End.class::isInstance).stream())
                    .size();
            assertThat(ticks(receiver.until(FeedMessage.End.class::isInstance).stream()))
                    .hasSize(TICKS);
        }
        assertThat(await("warmed-up").path("ticks").asInt()).isEqualTo(warmUpTicks);
        assertThat(await("done").path("finished").asBoolean()).isTrue();
        assertEnded(ExitStatus.OK);
        return warmUpTicks;
    }

    @Test
    void runsNoThreadWithoutARoleName() throws Exception {
        launch("tcp://127.0.0.1:0");
        await("ready");
        Awaitility.await()
                .atMost(ONE_MINUTE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .contains("replayer-pacer", "replayer-acceptor", "control", "journal-preparer"));
        stop();
    }
}
