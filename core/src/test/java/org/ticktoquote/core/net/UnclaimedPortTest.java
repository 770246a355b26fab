package org.ticktoquote.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class UnclaimedPortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @RepeatedTest(20)
    void canBeBoundAndIsOutsideTheEphemeralRange() throws IOException {
        assumeThat(firstEphemeralPort()).as("ports below the ephemeral range").isGreaterThan(11_000);
        int tcp = UnclaimedPort.tcp(LOOPBACK);
        int udp = UnclaimedPort.udp(LOOPBACK);

        try (ServerSocket server = new ServerSocket(tcp, 1, LOOPBACK);
                Socket client = new Socket(LOOPBACK, tcp);
                DatagramSocket datagrams = new DatagramSocket(new InetSocketAddress(LOOPBACK, udp))) {
            assertThat(datagrams.getLocalPort()).isEqualTo(udp).isBetween(10_000, 65_535);
            assertThat(client.getLocalPort()).as("an ephemeral port").isGreaterThan(Math.max(tcp, udp));
            assertThat(server.getLocalPort()).isEqualTo(tcp);
        }
    }

    /** Another process that comes upon the same number cannot bind it. */
    @Test
    void isClaimedBeforeItIsBound() throws IOException {
        int tcp = UnclaimedPort.tcp(LOOPBACK);
        int udp = UnclaimedPort.udp(LOOPBACK);

        assertThatThrownBy(() -> new DatagramSocket(new InetSocketAddress(LOOPBACK, tcp)).close())
                .isInstanceOf(BindException.class);
        assertThatThrownBy(() -> new ServerSocket(udp, 1, LOOPBACK).close()).isInstanceOf(BindException.class);
        assertThatThrownBy(() -> new Socket(LOOPBACK, udp).close())
                .as("a claimed port accepts no connection")
                .isInstanceOf(ConnectException.class);
    }

    private static int firstEphemeralPort() throws IOException {
        String bounds = Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))
                .get(0);
        return Integer.parseInt(bounds.substring(0, bounds.indexOf('\t')));
    }

    @Test
    void refusesAnAddressOfAnotherHost() throws IOException {
        InetAddress documentation = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});

        assertThatThrownBy(() -> UnclaimedPort.tcp(documentation)).isInstanceOf(BindException.class);
        assertThatThrownBy(() -> UnclaimedPort.udp(documentation)).isInstanceOf(BindException.class);
    }
}
