package org.ticktoquote.pricing.venue;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.ticktoquote.core.net.Endpoint;

/**
 * The application's side of TLS with its venues.
 *
 * @param context what it trusts, and its own certificate if it has one
 * @param protocols as in {@code TLSv1.3}; empty for Java's choice
 */
public record ClientTls(SSLContext context, List<String> protocols) {
    private static final int HANDSHAKE_LIMIT_MS = 10_000;

    public ClientTls {
        protocols = List.copyOf(protocols);
    }

    /** Encrypts a connection to a venue, whose certificate must be trusted and name the host. */
    SSLSocket over(Socket connected, Endpoint venue) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(connected, venue.host(), venue.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (!protocols.isEmpty()) {
            parameters.setProtocols(protocols.toArray(new String[0]));
        }
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(HANDSHAKE_LIMIT_MS);
        socket.startHandshake();
        return socket;
    }
}
