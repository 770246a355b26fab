package org.ticktoquote.pricing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Speaks TLS in front of a port that does not: what is decrypted goes there, and the other way round. */
final class TlsFront implements AutoCloseable {
    private final SSLServerSocket server;
    private final int behind;

    /** @param asks whether who connects must show a certificate */
    TlsFront(SSLContext context, int behind, boolean asks, String... protocols) throws IOException {
        this.behind = behind;
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 0, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(asks);
        if (protocols.length > 0) {
            server.setEnabledProtocols(protocols);
        }
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "test-tls-front");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket outside = server.accept();
                Socket inside = new Socket(InetAddress.getLoopbackAddress(), behind);
                start(() -> copy(outside, inside));
                start(() -> copy(inside, outside));
            }
        } catch (IOException closed) {
            // the end of the test
        }
    }

    private static void copy(Socket from, Socket to) {
        byte[] bytes = new byte[1 << 14];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
            }
        } catch (IOException over) {
            // so is the other way
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
