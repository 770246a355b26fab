package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the snapshots of a comparison. Answers a client's Logon. Writes the same snapshots to every session, one write each,
 * at a rate or as fast as clients read.
 *
 * <p>Used by one thread. Ignores all messages of clients after their Logon.
 */
final class SnapshotServer implements AutoCloseable {
    private static final Pattern SENDER = Pattern.compile("\u000149=([^\u0001]*)\u0001");
    private static final Pattern LOGON = Pattern.compile("\u000135=A\u0001");

    private final ServerSocket acceptor;
    private final List<Client> clients = new ArrayList<>();

    private static final class Client {
        private final Socket socket;
        private final CountedMessage message;

        Client(Socket socket, CountedMessage message) {
            this.socket = socket;
            this.message = message;
        }
    }

    SnapshotServer() throws IOException {
        acceptor = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    }

    int port() {
        return acceptor.getLocalPort();
    }

    /** Waits for clients, each with its first message. */
    void accept(int count) throws IOException {
        acceptor.setSoTimeout((int) TimeUnit.SECONDS.toMillis(60));
        while (clients.size() < count) {
            Socket socket = acceptor.accept();
            socket.setTcpNoDelay(true);
            Client client = greet(socket);
            drain(socket);
            clients.add(client);
        }
    }

    private static Client greet(Socket socket) throws IOException {
        byte[] bytes = new byte[4096];
        String hello = "";
        Matcher sender = SENDER.matcher(hello);
        while (!sender.find()) {
            int count = socket.getInputStream().read(bytes);
            if (count < 0) {
                throw new IOException("a client disconnected before its logon");
            }
            hello += new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
            sender = SENDER.matcher(hello);
        }
        String name = sender.group(1);
        if (LOGON.matcher(hello).find()) {
            socket.getOutputStream()
                    .write(CountedMessage.of(
                            "35=A|34=1|49=PRICING|52=20261120-14:12:00.123|56=" + name + "|98=0|108=60|141=Y|"));
        }
        return new Client(socket, new CountedMessage(name));
    }

    /** Reads and discards further input of a client, so that its window stays open. */
    private static void drain(Socket socket) {
        Thread thread = new Thread(
                () -> {
                    try (InputStream in = socket.getInputStream()) {
                        byte[] bytes = new byte[4096];
                        int count = 0;
                        while (count >= 0) {
                            count = in.read(bytes);
                        }
                    } catch (IOException gone) {
                        // the client has left
                    }
                },
                "drain");
        thread.setDaemon(true);
        thread.start();
    }

    /** Writes at a rate for a time; returns the number of snapshots. */
    long write(int ticksPerSecond, long durationNs) throws IOException {
        long beginNs = System.nanoTime();
        long ticks = durationNs * ticksPerSecond / TimeUnit.SECONDS.toNanos(1);
        for (long tick = 0; tick < ticks; tick++) {
            long dueNs = beginNs + tick * TimeUnit.SECONDS.toNanos(1) / ticksPerSecond;
            while (System.nanoTime() - dueNs < 0) {
                LockSupport.parkNanos(dueNs - System.nanoTime());
            }
            tick();
        }
        return ticks * clients.size();
    }

    /** Writes as fast as clients read; returns the number of snapshots. */
    long writeAtOnce(long durationNs) throws IOException {
        long beginNs = System.nanoTime();
        long ticks = 0;
        while (System.nanoTime() - beginNs < durationNs) {
            tick();
            ticks++;
        }
        return ticks * clients.size();
    }

    private void tick() throws IOException {
        for (Client client : clients) {
            client.socket.getOutputStream().write(client.message.next());
        }
    }

    @Override
    public void close() throws IOException {
        for (Client client : clients) {
            client.socket.close();
        }
        acceptor.close();
    }
}
