package org.ticktoquote.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PingpongCommandTest {
    @TempDir
    private Path directory;

    private final T2qLine line = new T2qLine();

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void measuresOwnServerAndComparesTwoResults() throws IOException {
        String measure = "host pingpong --rate 200 --sizes 64 --duration 500ms --warm-up 100ms --timeout 60s --out ";
        String first = measure + path("a.json") + " --values " + path("a.csv");
        String second = measure + path("b.json") + " --transport tcp";

        assertThat(line.run(first)).as(line.err()).isZero();
        assertThat(line.out()).contains("udp, open loop, 200 messages/s", "64 bytes response", "published");
        assertThat(Files.readAllLines(directory.resolve("a.csv")))
                .hasSize(101)
                .startsWith("bytes,sequence,intended_ns,sent_ns,received_ns")
                .anySatisfy(row -> assertThat(row).matches("64,119,495000000,[0-9]+,[0-9]+"));
        assertThat(new T2qLine().run(second)).isZero();
        T2qLine compared = new T2qLine();
        assertThat(compared.run("host", "pingpong", "--compare", path("a.json"), path("b.json")))
                .isZero();
        assertThat(compared.out()).contains("tcp, open loop", "64 bytes response p50");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sizes 8|--sizes: '8', expected 24..65507 bytes for udp
            --sizes 70000|expected 24..65507
            --rate -1|--rate: '-1', expected 0
            --rate 1000000 --duration 1h|--rate: '1000000' makes too many messages in --warm-up or --duration, expected 2000000
            --duration 0s|expected more than 0
            --receive poll|--receive: 'poll', expected blocking, busy-poll or spin
            --connect 127.0.0.1|--connect: '127.0.0.1', expected HOST:PORT
            --connect 127.0.0.1:99999|expected HOST:PORT
            --connect h:1 --serve 2|--serve, --connect and --compare: expected at most one of them
            --cpu x|--cpu
            --cpu -7|--cpu: '-7', expected the number of a CPU
            --for 1s|--for: expected only with --serve
            --serve 0 --json|expected only with a measurement
            --compare a b --html c|expected only with a measurement
            """)
    void refusesInvalidOptions(String options, String expected) {
        String[] words = ("host pingpong " + options).split(" ");

        assertThat(line.run(words)).isEqualTo(2);
        assertThat(line.err()).contains(expected);
        assertThat(line.out()).isEmpty();
    }

    @Test
    void servesOnLoopbackForGivenTime() {
        assertThat(line.run("host", "pingpong", "--serve", "0", "--for", "50ms"))
                .isZero();
        assertThat(line.out()).matches("serving (localhost|127\\.0\\.0\\.1):[1-9][0-9]*\\R");
    }

    @Test
    void reportsPortInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(line.run("host", "pingpong", "--transport", "tcp", "--serve", port, "--for", "1s"))
                    .isEqualTo(6);
            assertThat(line.err()).contains("cannot be bound");
        }
    }
}
