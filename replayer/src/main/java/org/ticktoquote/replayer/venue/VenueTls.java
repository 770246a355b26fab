package org.ticktoquote.replayer.venue;

import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * TLS of a venue.
 *
 * @param context its certificate, and those that it trusts
 * @param protocols as in {@code TLSv1.3}; empty for Java's choice
 * @param asksCertificate whether an application must show a certificate
 */
record VenueTls(SSLContext context, List<String> protocols, boolean asksCertificate) {
    VenueTls {
        protocols = List.copyOf(protocols);
    }

    /** The venue's end of a new connection. */
    SSLEngine engine() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(asksCertificate);
        if (!protocols.isEmpty()) {
            engine.setEnabledProtocols(protocols.toArray(new String[0]));
        }
        return engine;
    }
}
