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

/** Between one FIX session and the application: passes bytes on both ways, until it is told to cut the connection. */
final class FixRelay implements AutoCloseable {
    private final ServerSocket front = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final Callable<InetSocketAddress> application;
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    /** @param application asked at each connection, since its port is not known before the run */
    FixRelay(Callable<InetSocketAddress> application) throws IOException {
        this.application = application;
        daemon("relay-accept", this::accept);
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
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
                daemon("relay-in", () -> pass(client, back));
                daemon("relay-out", () -> pass(back, client));
            }
        } catch (Exception closed) {
            close();
        }
    }

    private static void pass(Socket from, Socket to) {
        byte[] bytes = new byte[65_536];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
            }
        } catch (IOException cut) {
            // the other direction ends with it
        } finally {
            close(from);
            close(to);
        }
    }

    /** Closes what is open; who comes again is served again. */
    void cut() {
        open.forEach(FixRelay::close);
        open.clear();
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // as wanted
        }
    }

    @Override
    public void close() {
        close(front);
        cut();
    }
}
