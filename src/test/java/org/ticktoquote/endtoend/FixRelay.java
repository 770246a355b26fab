package org.ticktoquote.endtoend;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Relay between one FIX session and the application: forwards bytes both ways, and can cut the connection or
 * replace the forwarding.
 */
final class FixRelay implements AutoCloseable {
    private final ServerSocket front = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final Callable<InetSocketAddress> application;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicReference<Passage> toClient = new AtomicReference<>(FixRelay::whole);
    private final AtomicReference<Passage> toApplication = new AtomicReference<>(FixRelay::whole);

    /** Handles received bytes. */
    interface Passage {
        void pass(byte[] bytes, int length, OutputStream out) throws IOException;
    }

    /** @param application called at each connection because the port is not known before the run */
    FixRelay(Callable<InetSocketAddress> application) throws IOException {
        this.application = application;
        daemon("relay-accept", this::accept);
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void whole(byte[] bytes, int length, OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }

    /** Replaces the handling of the application's bytes. */
    void toClient(Passage passage) {
        toClient.set(passage);
    }

    /** Replaces the handling of the client's bytes. */
    void toApplication(Passage passage) {
        toApplication.set(passage);
    }

    int port() {
        return front.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = front.accept();
                InetSocketAddress to = application.call();
                Socket back = new Socket(to.getAddress(), to.getPort());
                open.addAll(List.of(client, back));
                client.setTcpNoDelay(true);
                back.setTcpNoDelay(true);
                daemon("relay-in", () -> pass(client, back, toApplication));
                daemon("relay-out", () -> pass(back, client, toClient));
            }
        } catch (Exception closed) {
            close();
        }
    }

    private static void pass(Socket from, Socket to, AtomicReference<Passage> passage) {
        byte[] bytes = new byte[65_536];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                passage.get().pass(bytes, read, out);
            }
        } catch (IOException cut) {
            // ends both directions
        } finally {
            close(from);
            close(to);
        }
    }

    /** Closes open connections; new ones are accepted. */
    void cut() {
        open.forEach(FixRelay::close);
        open.clear();
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // best effort
        }
    }

    @Override
    public void close() {
        close(front);
        cut();
    }
}
