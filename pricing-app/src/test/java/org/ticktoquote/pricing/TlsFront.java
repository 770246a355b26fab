package org.ticktoquote.pricing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** TLS proxy for a plain port. */
final class TlsFront implements AutoCloseable {
    private final SSLServerSocket server;
    private final int plainPort;

    /** @param needsClientCertificate whether clients need a certificate */
    TlsFront(SSLContext context, int plainPort, boolean needsClientCertificate, String... protocols)
            throws IOException {
        this.plainPort = plainPort;
        server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 0, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(needsClientCertificate);
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
                Socket inside = new Socket(InetAddress.getLoopbackAddress(), plainPort);
                start(() -> copy(outside, inside));
                start(() -> copy(inside, outside));
            }
        } catch (IOException closed) {
            // end of the test
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
            // the other direction ends, too
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
