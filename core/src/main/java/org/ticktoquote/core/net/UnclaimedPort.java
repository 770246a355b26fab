package org.ticktoquote.core.net;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a process that is about to bind it: nobody holds it, and it lies below those that the kernel gives to
 * connections by itself ({@code net.ipv4.ip_local_port_range}). One of those could be gone a moment later, and a client
 * that knocks at one too early can even be connected to itself.
 *
 * <p>The port is claimed until this process ends, so that no other process which asks here gets it before it is bound: the
 * same number of the other protocol is bound for that, without listening. It needs no file and is free again after a kill.
 * Thread-safe.
 */
public final class UnclaimedPort {
    private static final Path KERNELS_OWN = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int LOWEST = 10_000;
    private static final int USUAL_END = 32_768;
    private static final int FEWEST = 1_000;
    private static final int TRIES = 100;
    /** A process that makes many runs lets go of the claims of its first ones. */
    private static final int MOST_CLAIMS = 256;

    private static final Deque<Closeable> CLAIMS = new ArrayDeque<>();

    private UnclaimedPort() {}

    /** A TCP port of an address of this host. */
    public static int tcp(InetAddress address) throws IOException {
        return find(port -> {
            new ServerSocket(port, 1, address).close();
            return new DatagramSocket(new InetSocketAddress(address, port));
        });
    }

    /** A UDP port of an address of this host. */
    public static int udp(InetAddress address) throws IOException {
        return find(port -> {
            new DatagramSocket(new InetSocketAddress(address, port)).close();
            return bound(new InetSocketAddress(address, port));
        });
    }

    /** A TCP socket that does not listen: whoever connects to it is refused. */
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

    /** Binds a port and lets go of it, and claims it. */
    private interface Attempt {
        Closeable at(int port) throws IOException;
    }

    private static int find(Attempt attempt) throws IOException {
        int end = end();
        for (int left = TRIES; ; left--) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, end);
            try {
                keep(attempt.at(port));
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
            if (CLAIMS.size() > MOST_CLAIMS) {
                CLAIMS.remove().close();
            }
        }
    }

    /** The first port of the kernel's own; the highest there is where it leaves too few below. */
    private static int end() {
        // of such a file Files.readString() gets the first digit alone
        try (Scanner bounds = new Scanner(KERNELS_OWN, StandardCharsets.US_ASCII)) {
            int first = bounds.nextInt();
            return first >= LOWEST + FEWEST ? first : 1 << 16;
        } catch (IOException | NoSuchElementException unknown) {
            return USUAL_END;
        }
    }
}
