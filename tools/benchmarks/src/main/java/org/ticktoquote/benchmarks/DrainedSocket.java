package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.ticktoquote.benchmarks.peers.FixRequests;

/**
 * Stand-in for an application: reads and discards everything on a separate thread. With {@code fix} it first logs on and
 * subscribes to EUR/USD.
 */
final class DrainedSocket implements AutoCloseable {
    private final Socket socket;

    DrainedSocket(int port, boolean fix) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        if (fix) {
            FixRequests requests = new FixRequests(socket.getOutputStream());
            requests.logOn();
            requests.subscribe(List.of("EUR/USD"));
        }
        Thread thread = new Thread(this::drain, "reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void drain() {
        byte[] bytes = new byte[1 << 16];
        try (InputStream in = socket.getInputStream()) {
            while (in.read(bytes) >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException closed) {
            // end of the benchmark
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
