package org.ticktoquote.core.net;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Finds and checks ports for processes that are about to bind them. A found port is free and, if the range leaves enough ports, below
 * the kernel's ephemeral range ({@code net.ipv4.ip_local_port_range}). The kernel could assign an ephemeral port a
 * moment later, and a client that connects to it too early can even connect to itself.
 *
 * <p>The port is claimed until this process ends or makes {@value #MAX_CLAIMS} further claims, so that no other search
 * finds it before it is bound. The claim binds the same port of the other protocol without listening. It needs no file,
 * and a kill releases it. Thread-safe.
 */
public final class UnclaimedPort {
    private static final Path KERNELS_OWN = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int MIN_PORT = 10_000;
    private static final int DEFAULT_END = 32_768;
    private static final int MIN_PORTS = 1_000;
    private static final int TRIES = 100;
    /** Maximum number of claims. A process that makes many runs releases its oldest ones. */
    private static final int MAX_CLAIMS = 256;

    private static final Deque<Closeable> CLAIMS = new ArrayDeque<>();

    private UnclaimedPort() {}

    /** Rejects a TCP port of the loopback interface that is in use. */
    public static void requireTcp(Problem option, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw taken(option, "TCP port " + port, e);
        }
    }

    /** Rejects a UDP port that is in use. Ignores addresses of other hosts and multicast groups. */
    public static void requireUdp(Problem option, InetSocketAddress address) {
        try {
            boolean here = !address.isUnresolved() && NetworkInterface.getByInetAddress(address.getAddress()) != null;
            if (here) {
                new DatagramSocket(address).close();
            }
        } catch (IOException e) {
            throw taken(option, "UDP port " + address.getPort(), e);
        }
    }

    private static ProblemException taken(Problem option, String port, IOException e) {
        return option.fault(port + " is not free", e).exception(ExitStatus.ENVIRONMENT, e);
    }

    /** Returns a free TCP port of an address of this host. */
    public static int tcp(String address) {
        try {
            return tcp(InetAddress.getByName(address));
        } catch (IOException e) {
            throw Problem.ofFault("no free TCP port at " + address + ": " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Returns a free UDP port of an address of this host. */
    public static int udp(String address) {
        try {
            return udp(InetAddress.getByName(address));
        } catch (IOException e) {
            throw Problem.ofFault("no free UDP port at " + address + ": " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    public static int tcp(InetAddress address) throws IOException {
        return find(address, true);
    }

    public static int udp(InetAddress address) throws IOException {
        return find(address, false);
    }

    /** Binds and releases an address of one protocol, and claims it with the other. */
    private static Closeable claim(InetSocketAddress address, boolean tcp) throws IOException {
        if (tcp) {
            new ServerSocket(address.getPort(), 1, address.getAddress()).close();
            return new DatagramSocket(address);
        }
        new DatagramSocket(address).close();
        return bound(address);
    }

    /** Returns a TCP socket that does not listen, so that connections to it are refused. */
    private static Socket bound(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.bind(address);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static int find(InetAddress address, boolean tcp) throws IOException {
        int end = end();
        for (int left = TRIES; ; left--) {
            int port = ThreadLocalRandom.current().nextInt(MIN_PORT, end);
            try {
                keep(claim(new InetSocketAddress(address, port), tcp));
                return port;
            } catch (BindException taken) {
                if (left == 0) {
                    throw taken;
                }
            }
        }
    }

    private static void keep(Closeable claim) throws IOException {
        synchronized (CLAIMS) {
            CLAIMS.add(claim);
            if (CLAIMS.size() > MAX_CLAIMS) {
                CLAIMS.remove().close();
            }
        }
    }

    /** Returns the first ephemeral port, or one more than the highest port if too few ports are below it. */
    private static int end() {
        // Files.readString() returns only the first digit of such a file
        try (Scanner bounds = new Scanner(KERNELS_OWN, StandardCharsets.US_ASCII)) {
            int first = bounds.nextInt();
            return first >= MIN_PORT + MIN_PORTS ? first : 1 << 16;
        } catch (IOException | NoSuchElementException unknown) {
            return DEFAULT_END;
        }
    }
}
