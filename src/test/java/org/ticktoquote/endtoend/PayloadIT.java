package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.recording.Recording;

/** Captures t2q's own feed, imports it as payloads and replays it to an application that reads it. */
class PayloadIT {
    private static final String APPLICATION = "{java} --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -jar '"
            + T2qProcess.jar() + "' pricing-app --feed udp://127.0.0.1:{feedPort} --fix-port {fixPort}"
            + " --sessions {sessions}";

    @TempDir
    private Path folder;

    /** Result of a tick at a session, without its latency. */
    private record Due(long tickId, int session, boolean due) {
        static List<Due> of(Path run) {
            return RunCell.of(run).stream()
                    .map(cell -> new Due(cell.tickId(), cell.session(), cell.due()))
                    .toList();
        }
    }

    @LongProof
    @Test
    void payloadsGiveTheSameDueTicksAndOutcomesAsTicksInSbe() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "3", "--venues", "2");
        Path decoder = ExampleJar.of(
                folder, "docs/payload-decoder/SbeDecoder.java", PayloadDecoder.class, "example.SbeDecoder");
        Path declaration = T2qProcess.root().resolve("docs/payload-decoder/sbe.yaml");
        Path payloads = imported(recording, declaration, "--plugin", decoder.toString());
        Path sbe = run("sbe", recording, "udp://127.0.0.1:0", "--half-spreads", "0,1,2,3,5");
        Path replayed = run("payloads", payloads, "payload+udp://127.0.0.1:0", "--half-spreads", "0,1,2,3,5");
        assertThat(Due.of(sbe)).isNotEmpty();
        assertThat(Due.of(replayed)).isEqualTo(Due.of(sbe));
        assertThat(Due.of(sbe)).extracting(Due::due).contains(true, false);
        for (String outcome : List.of("published", "unchanged", "lost", "skipped", "excluded")) {
            assertThat(Summaries.of(replayed).outcome(outcome))
                    .as(outcome)
                    .isEqualTo(Summaries.of(sbe).outcome(outcome));
        }
        assertThat(Summaries.of(replayed).outcome("lost")).isZero();
        Processes.awaitNone(replayed);
    }

    @FullProof
    @Test
    void ticksWithoutADecoderAreMatchedByIdAndAllDue() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        String sbe = Files.readString(T2qProcess.root().resolve("docs/payload-decoder/sbe.yaml"));
        Path declaration = Files.writeString(
                folder.resolve("undecoded.yaml"),
                sbe.replace(
                        "decoder: sbe",
                        "instrument: {at: 76, bytes: 2, order: little, names: {0: EUR/USD, 1: USD/JPY},"
                                + " if: {at: 22, bytes: 2, order: little, is: 1}}"));
        Path payloads = imported(recording, declaration);
        Path run = run("undecoded", payloads, "payload+udp://127.0.0.1:0");
        Summaries summary = Summaries.of(run);
        assertThat(summary.json().path("responseNs").path("label").asText()).endsWith("(due unknown, all)");
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("unchanged")).isZero();
        T2qProcess refused = scenario("refused", payloads, "payload+udp://127.0.0.1:0", "--match", "price")
                .run(2);
        assertThat(refused.err())
                .contains("has ticks without prices, as it was imported without a decoder, expected --match id");
    }

    private Scenario scenario(String name, Path recording, String feed, String... more) {
        return Scenario.hurriedIn(folder)
                .named(Path.of(name))
                .over(recording, "T0+1s..T0+3s")
                .with("--feed", feed, "--app", APPLICATION)
                .with(more);
    }

    private Path run(String name, Path recording, String feed, String... more) throws Exception {
        Scenario scenario = scenario(name, recording, feed, more);
        scenario.run(0);
        return scenario.directory();
    }

    private Path imported(Path recording, Path declaration, String... more) throws Exception {
        Path capture = CapturedFeed.of(recording, folder.resolve("feed.pcap"));
        Path payloads = folder.resolve("payloads.t2q");
        String announcement;
        try (Recording from = Recording.open(recording)) {
            announcement = RecordingTime.format(from.header().announcementNs());
        }
        List<String> arguments = new ArrayList<>(List.of("import", capture.toString(), "--out", payloads.toString()));
        arguments.addAll(List.of("--payload", declaration.toString(), "--announcement", announcement));
        arguments.addAll(List.of(more));
        T2qProcess.run(folder, arguments.toArray(String[]::new)).ended(0);
        return payloads;
    }
}
