package org.ticktoquote.host.pingpong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.pingpong.Link.PingMessage;
import org.ticktoquote.host.pingpong.PassResult.PingPlan;
import org.ticktoquote.host.pingpong.PingReceiver.PingTimes;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;

class PingpongTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    /** Long enough to wait for every reply on a busy machine. */
    private static final long PATIENT = 60 * SECOND;

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static PingpongServer server(Transport transport, ReceiveMode reception) {
        return PingpongServer.start(transport, anyPort(), reception, -1, "a test");
    }

    private static PingpongClient client(Transport transport, InetSocketAddress server) {
        return new PingpongClient(transport, server, ReceiveMode.BLOCKING, -1);
    }

    private static PingpongClient.CompletedPass pass(InetSocketAddress server, PingPlan plan) {
        return client(Transport.UDP, server).run(plan, replies -> {});
    }

    private static PingPlan open(int messages, int rate, long timeoutNs) {
        return new PingPlan(64, rate, 0, messages, SECOND, timeoutNs);
    }

    static Stream<Arguments> configurations() {
        return Stream.of(Transport.values())
                .flatMap(transport -> Stream.of(ReceiveMode.values())
                        .flatMap(mode ->
                                Stream.of(24, 1400, 40_000).map(bytes -> Arguments.of(transport, mode, bytes))));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void answersEveryMessageOfEverySize(Transport transport, ReceiveMode reception, int bytes) {
        try (PingpongServer server = server(transport, reception)) {
            PingpongClient client = new PingpongClient(transport, server.address(), reception, -1);
            PingPlan plan = new PingPlan(bytes, 500, 10, 40, SECOND, PATIENT);
            PassResult result = client.run(plan, replies -> {}).result();

            assertThat(result.sent()).isEqualTo(40);
            assertThat(result.lost()).isZero();
            assertThat(result.duplicates()).isZero();
            assertThat(result.roundTripNs().measured()).isEqualTo(40);
            assertThat(result.roundTripNs().min()).isPositive();
            assertThat(result.responseNs().min())
                    .isGreaterThanOrEqualTo(result.roundTripNs().min());
        }
    }

    @ParameterizedTest
    @EnumSource
    void closedLoopSendsOneMessageAtATime(Transport transport) {
        try (PingpongServer server = server(transport, ReceiveMode.BLOCKING)) {
            PingPlan plan = new PingPlan(64, 0, 20, 100_000, 50 * MS, PATIENT);
            PingpongClient.CompletedPass passage =
                    client(transport, server.address()).run(plan, replies -> {});
            PingTimes times = passage.times();

            assertThat(passage.sent()).isBetween(21, 100_019);
            assertThat(passage.result().lost()).isZero();
            assertThat(passage.result().responseNs()).isNull();
            IntStream.range(1, passage.sent())
                    .forEach(i -> assertThat(times.sentNs(i)).isGreaterThanOrEqualTo(times.receivedNs(i - 1)));
        }
    }

    @Test
    void countsLostReplies() throws IOException {
        try (UdpParty party = new UdpParty(sequence -> sequence % 10 == 3 ? 0 : 1)) {
            PingpongClient.CompletedPass passage = pass(party.address(), open(200, 1_000, 100 * MS));
            long answered = IntStream.range(0, 200)
                    .filter(passage.times()::answered)
                    .peek(sequence -> assertThat(sequence % 10).isNotEqualTo(3))
                    .count();

            assertThat(passage.result().sent()).isEqualTo(200);
            assertThat(passage.result().lost())
                    .as("on a busy machine further replies can be late")
                    .isEqualTo(200 - answered)
                    .isGreaterThanOrEqualTo(20);
        }
    }

    @Test
    void ranksLostRepliesAboveEveryValue() {
        PingTimes times = new PingTimes(200);
        for (int sequence = 0; sequence < 200; sequence++) {
            times.sent(sequence, sequence * MS, sequence * MS);
            if (sequence % 10 != 3) {
                times.received(sequence, sequence * MS + sequence + 1);
            }
        }
        LatencyFigures roundTripNs = new PingpongClient.CompletedPass(open(200, 1_000, 0), times, 200, 0, 0)
                .result()
                .roundTripNs();

        assertThat(roundTripNs.censored()).isEqualTo(20);
        assertThat(roundTripNs.max()).isNull();
        assertThat(roundTripNs.p50().high()).isNotNull();
        assertThat(roundTripNs.p99().high()).isNull();
    }

    @Test
    void closedLoopContinuesAfterLostReply() throws IOException {
        try (UdpParty party = new UdpParty(sequence -> sequence == 5 ? 0 : 1)) {
            PingPlan plan = new PingPlan(64, 0, 0, 12, PATIENT, 200 * MS);
            PassResult result = pass(party.address(), plan).result();

            assertThat(result.sent()).isEqualTo(12);
            assertThat(result.lost()).isGreaterThanOrEqualTo(1); // on a busy machine further replies can be late
        }
    }

    @Test
    void countsRepeatedReplyOnce() throws IOException {
        try (UdpParty party = new UdpParty(sequence -> 2)) {
            // the duplicate of the last reply can arrive after the end
            PassResult result = pass(party.address(), open(100, 1_000, PATIENT)).result();

            assertThat(result.roundTripNs().measured()).isEqualTo(100);
            assertThat(result.duplicates()).isBetween(50L, 100L);
        }
    }

    /** At 200 messages a second a stall of 300 ms delays 60 messages, each by the rest of the stall. */
    @Test
    void chargesStallToEveryDelayedMessage() throws IOException {
        long stallNs = 300 * MS;
        try (UdpParty party = new UdpParty(sequence -> {
            UdpParty.standStill(sequence == 20 ? stallNs : 0);
            return 1;
        })) {
            PingTimes times = pass(party.address(), open(150, 200, PATIENT)).times();

            for (int later = 0; later < 60; later++) {
                assertThat(times.receivedNs(20 + later) - times.intendedNs(20 + later))
                        .isGreaterThanOrEqualTo(stallNs - later * 5L * MS);
            }
        }
    }

    @Test
    void lateSendsDoNotShiftTheSchedule() {
        PingPlan plan = open(10_000, 3_000, SECOND);

        assertThat(plan.intendedNs(17, 0)).isEqualTo(17);
        assertThat(plan.intendedNs(17, 3_000)).isEqualTo(17 + SECOND);
        assertThat(plan.intendedNs(17, 1)).isEqualTo(17 + 333_333);
        try (PingpongServer server = server(Transport.UDP, ReceiveMode.BLOCKING)) {
            PingTimes times = pass(server.address(), open(50, 1_000, PATIENT)).times();
            IntStream.range(0, 50).forEach(i -> {
                assertThat(times.intendedNs(i) - times.intendedNs(0)).isEqualTo(i * MS);
                assertThat(times.sentNs(i)).isGreaterThanOrEqualTo(times.intendedNs(i));
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportsServerIdentity(Transport transport) {
        try (PingpongServer server = server(transport, ReceiveMode.SPIN)) {
            assertThat(client(transport, server.address()).hello(PATIENT)).isEqualTo("reception spin, a test");
        }
    }

    @ParameterizedTest
    @EnumSource
    void reportsSettingsThatTheServerWasRefused(Transport transport) {
        try (PingpongServer server = PingpongServer.start(transport, anyPort(), ReceiveMode.BLOCKING, 1023, "a test")) {
            assertThat(client(transport, server.address()).hello(PATIENT))
                    .startsWith("reception blocking, a test, not pinned to CPU 1023: ");
            assertThat(server.refusedSettings()).startsWith("not pinned to CPU 1023: ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsWithoutServer(Transport transport) throws IOException {
        try (Socket silent = new Socket()) {
            silent.bind(anyPort()); // bound but not listening
            InetSocketAddress free = (InetSocketAddress) silent.getLocalSocketAddress();
            assertThatRefused(
                            ExitStatus.ENVIRONMENT,
                            () -> client(transport, free).hello(300 * MS))
                    .hasMessageContaining("no pingpong server at ")
                    .hasMessageContaining("--serve");
        }
    }

    @Test
    void refusesForeignTcpStream() throws IOException {
        try (ServerSocket web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> answerAsAWebServer(web), "web");
            thread.setDaemon(true);
            thread.start();
            PingpongClient client = client(Transport.TCP, (InetSocketAddress) web.getLocalSocketAddress());
            assertThatRefused(() -> client.run(open(10, 100, PATIENT), replies -> {}))
                    .hasMessageContaining("is not t2q pingpong");
        }
    }

    private static void answerAsAWebServer(ServerSocket web) {
        try (Socket socket = web.accept()) {
            socket.getOutputStream()
                    .write("HTTP/1.1 400 Bad Request\r\nServer: x\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            while (socket.getInputStream().read() >= 0) {
                // until the client closes
            }
        } catch (IOException closed) {
            return;
        }
    }

    @Test
    void failsIfServerCloses() {
        PingpongServer server = server(Transport.TCP, ReceiveMode.BLOCKING);
        PingpongClient client = client(Transport.TCP, server.address());
        assertThatRefused(
                () -> client.run(new PingPlan(64, 0, 0, 1_000_000, PATIENT, PATIENT), replies -> server.close()));
    }

    @Test
    void ignoresForeignDatagramsAndNeverAmplifies() throws IOException {
        try (PingpongServer server = server(Transport.UDP, ReceiveMode.BLOCKING);
                DatagramSocket socket = new DatagramSocket(anyPort())) {
            socket.setSoTimeout(60_000);
            ByteBuffer shortHello = PingMessage.ofLength(40, 1);
            PingMessage.putSequence(shortHello, PingMessage.HELLO);
            byte[] hello = new byte[40];
            shortHello.get(0, hello);
            byte[] foreign = "a datagram of somebody else, long enough".getBytes(StandardCharsets.US_ASCII);
            socket.send(new DatagramPacket(foreign, foreign.length, server.address()));
            socket.send(new DatagramPacket(hello, hello.length, server.address()));

            DatagramPacket answer = new DatagramPacket(new byte[2048], 2048);
            socket.receive(answer);
            assertThat(answer.getLength()).isEqualTo(40);
            socket.setSoTimeout(50);
            assertThatThrownBy(() -> socket.receive(answer)).isInstanceOf(SocketTimeoutException.class);
        }
    }
}
