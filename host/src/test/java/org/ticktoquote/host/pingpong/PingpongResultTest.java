package org.ticktoquote.host.pingpong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.host.pingpong.PassResult.PingPlan;
import org.ticktoquote.host.pingpong.PingReceiver.PingTimes;

class PingpongResultTest {
    private static final long US = 1_000;

    @TempDir
    private Path directory;

    /** Returns a pass of 1,000 messages sent 10 us late, with slowly rising round trips and some lost. */
    private static PassResult pass(int bytes, long shortestNs, int lost) {
        PingTimes times = new PingTimes(1_000);
        for (int i = 0; i < 1_000; i++) {
            times.sent(i, i * 1_000L * US, i * 1_000L * US + 10 * US);
            if (i >= lost) {
                times.received(i, times.sentNs(i) + shortestNs + i);
            }
        }
        PingPlan plan = new PingPlan(bytes, 1_000, 0, 1_000, 1, 1);
        return new PingpongClient.CompletedPass(plan, times, 1_000, 0, 12.3).result();
    }

    private static List<String> lines(PassResult pass) {
        return result("blocking", Map.of(), pass).report().lines();
    }

    private static PingpongResult result(String reception, Map<String, String> host, PassResult... passes) {
        return new PingpongResult(
                PingpongResult.FORMAT_VERSION,
                "2026-11-21T10:00:00Z",
                "tick-to-quote test",
                "udp",
                "open",
                1_000,
                "10.0.0.1:" + (reception.length() + 7_000),
                "reception blocking",
                reception,
                List.of("no busy polling"),
                List.of(passes),
                new Fingerprint(host));
    }

    @Test
    void isReadBackFromItsFile() {
        PingpongResult result = result("blocking", Map.of("kernel", "5"), pass(64, 60 * US, 0), pass(1024, 70 * US, 3));
        Path file = directory.resolve("a.json");
        try (OutputFile claimed = OutputFile.claim(file)) {
            result.write(claimed);
        }

        assertThat(PingpongResult.read(file)).isEqualTo(result);
    }

    @Test
    void refusesMissingFigures() throws IOException {
        Path file = Files.writeString(directory.resolve("a.json"), "{\"formatVersion\": 1}");
        assertThatRefused(() -> PingpongResult.read(file))
                .hasMessageContaining("is not a result of t2q host pingpong: a field is missing");
        String whole = result("blocking", Map.of(), pass(64, 60 * US, 0)).json();
        Files.writeString(file, whole.replaceFirst("\"p99_9\" : \\{[^}]*}", "\"p99_9\" : null"));

        assertThatRefused(() -> PingpongResult.read(file)).hasMessageContaining("a percentile is missing");
        Files.writeString(file, whole.replaceFirst("(?s)\"roundTripNs\" : .*\"sendLagNs\"", "\"sendLagNs\""));
        assertThatRefused(() -> PingpongResult.read(file)).hasMessageContaining("roundTripNs is missing");
    }

    @Test
    void showsCountsPercentilesAndRepliesBeforeTheirMessage() {
        assertThat(lines(pass(64, 60 * US, 5)))
                .contains("udp, open loop, 1,000 messages/s, reception blocking", "- not granted: no busy polling")
                .anySatisfy(line -> assertThat(line)
                        .startsWith("64 bytes round trip")
                        .containsSubsequence("1,000", "5", "60.5 us", "lost", "lost", "12 %"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("64 bytes response").contains("70.5 us"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("64 bytes send lag").contains("10.0 us"))
                .anySatisfy(line -> assertThat(line).contains("60 us with interrupt coalescing, 25..30 us without"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(121));

        assertThat(lines(pass(64, -500, 0)))
                .contains("- 500 replies came before their message was sent: this server cannot be measured");
        assertThat(String.join("\n", lines(pass(64, 60 * US, 0)))).doesNotContain("before their message");
    }

    @Test
    void pageHasCurveOfEachSize() {
        String html = result("spin", Map.of(), pass(64, 60 * US, 5), pass(128, 60 * US, 0))
                .report()
                .html();

        assertThat(html)
                .contains(
                        "64 bytes round trip: µs, over nines", "128 bytes response: µs, over nines", "class=\"curve\"")
                .contains("60.5 µs", "lost", "25..30 µs without");
    }

    @Test
    void comparesTwoResultsOfASizeAndListsChanges() {
        Map<String, String> slow = Map.of("coalescing-eno1", "adaptive-rx on rx-usecs 50");
        Map<String, String> fast = Map.of("coalescing-eno1", "adaptive-rx off rx-usecs 0");
        List<String> lines = result("blocking", slow, pass(64, 60 * US, 0), pass(128, 60 * US, 0))
                .comparedWith(result("spin", fast, pass(64, 30 * US, 5), pass(1024, 10 * US, 0)));
        assertThat(lines)
                .contains(
                        "  reception: blocking in A, spin in B",
                        "  coalescing-eno1: adaptive-rx on rx-usecs 50 in A, adaptive-rx off rx-usecs 0 in B")
                .anyMatch(line -> line.matches("64 bytes round trip p50\\*? .*60.5 us.*30.5 us.*-50 %.*"))
                .anyMatch(line -> line.matches("64 bytes round trip max [^%]*61.0 us[^%]*lost[^%]*"))
                .anySatisfy(line -> assertThat(line).startsWith("64 bytes lost").containsSubsequence("0", "5"))
                .noneMatch(line -> line.contains("128 bytes") || line.contains("server:"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(121));

        PingpongResult a = result("spin", Map.of(), pass(64, 60 * US, 0));
        PingpongResult b = result("spin", Map.of(), pass(65, 60 * US, 0));

        assertThatRefused(() -> a.comparedWith(b)).hasMessageContaining("no message size in common");
    }
}
