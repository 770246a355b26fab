package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ping-pong between two network namespaces through a relay that delays every message by a known time. */
@LongProof
class PingpongIT {
    private static final Duration LIMIT = T2qProcess.PATIENCE;
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private NetworkPair network;

    @BeforeEach
    void connect() throws IOException, InterruptedException {
        network = NetworkPair.orSkip();
    }

    @AfterEach
    void disconnect() throws IOException, InterruptedException {
        if (network != null) {
            network.end();
        }
    }

    private static List<String> t2q(String arguments) {
        return T2qProcess.words(
                "'" + T2qProcess.java() + "' -jar '" + T2qProcess.jar() + "' host pingpong " + arguments);
    }

    private static List<String> relay(String transport, String listen, String server, long holdUs) {
        return T2qProcess.words("'" + T2qProcess.java() + "' -XX:+UseSerialGC -cp '" + T2qProcess.classes() + "' "
                + DelayingRelay.class.getName() + " " + transport + " " + listen + " " + server + " " + holdUs);
    }

    private static void started(String name, Process process, Path output, String sign) {
        await(name)
                .atMost(LIMIT)
                .until(() -> !process.isAlive() || Files.readString(output).contains(sign));
        assertThat(process.isAlive()).as("%s: %s", name, output).isTrue();
    }

    /** Runs server and relay on the right and the client on the left; returns the relay's delays by sequence. */
    private Map<Long, Long> measure(String transport, long holdUs, String result, String values) throws Exception {
        String server = NetworkPair.RIGHT_ADDRESS + ":7401";
        String front = NetworkPair.RIGHT_ADDRESS + ":7402";
        Path serverOutput = folder.resolve("server-" + result);
        Path relayOutput = folder.resolve("relay-" + result);
        Path clientOutput = folder.resolve("client-" + result);
        Process serving = network.inRight(serverOutput, t2q("--serve " + server + " --transport " + transport));
        started("server", serving, serverOutput, "serving " + server);
        Process relaying = network.inRight(relayOutput, relay(transport, front, server, holdUs));
        started("relay", relaying, relayOutput, "ready");
        Process client = network.inLeft(
                clientOutput,
                t2q("--connect " + front + " --transport " + transport
                        + " --rate 20 --sizes 64 --warm-up 500ms --duration 2s --timeout 30s --out '"
                        + folder.resolve(result) + "' --values '" + folder.resolve(values) + "'"));
        assertThat(client.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(client.exitValue()).as(Files.readString(clientOutput)).isZero();
        relaying.destroyForcibly().waitFor();
        serving.destroyForcibly().waitFor();
        return truth(relayOutput);
    }

    private static Map<Long, Long> truth(Path output) throws IOException {
        return Files.readAllLines(output).stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(
                        words -> Long.valueOf(words[0]), words -> Long.valueOf(words[1]), (first, last) -> last));
    }

    @Test
    void measuresAKnownDelayMessageByMessageOverTcp() throws Exception {
        assertMeasured("tcp");
    }

    @Test
    void measuresAKnownDelayMessageByMessageOverUdpAndComparesItWithAChangedOne() throws Exception {
        assertMeasured("udp");
        measure("udp", 3_000, "after.json", "after.csv");
        T2qProcess compared = T2qProcess.run(
                folder, "host pingpong --compare " + folder.resolve("a.json") + " " + folder.resolve("after.json"));
        assertThat(compared.ended(0).out()).containsPattern("64 bytes round trip p50\\*? +\\S+ ms +\\S+ \\S+ +-\\d+ %");
    }

    private void assertMeasured(String transport) throws Exception {
        Map<Long, Long> truth = measure(transport, 20_000, "a.json", "a.csv");

        List<Long> excess = new ArrayList<>();
        for (String row : Files.readAllLines(folder.resolve("a.csv")).subList(1, 41)) {
            String[] cells = row.split(",", -1);
            long heldNs = truth.get(Long.valueOf(cells[1]));
            long sentToReceivedNs = Long.parseLong(cells[4]) - Long.parseLong(cells[3]);
            assertThat(heldNs).isGreaterThanOrEqualTo(20 * MS);
            assertThat(sentToReceivedNs).as(row).isGreaterThanOrEqualTo(heldNs);
            excess.add(sentToReceivedNs - heldNs);
        }
        excess.sort(null);
        // the rest is cable, relay and server; on a busy machine also waiting for a CPU
        System.out.printf(
                "%s: above the true delay: p50 %,d ns, max %,d ns%n", transport, excess.get(19), excess.get(39));
        assertThat(excess.get(19)).isLessThan(20 * MS);
    }
}
