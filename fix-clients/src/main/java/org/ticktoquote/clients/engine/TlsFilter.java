package org.ticktoquote.clients.engine;

import javax.net.ssl.SSLContext;
import org.apache.mina.filter.ssl.SslFilter;
import org.ticktoquote.clients.config.SessionSetup.Tls;

/**
 * Makes MINA's TLS filter from a session's configuration.
 *
 * <p>Not left to QuickFIX/J: its own set-up trusts everybody where a trust store is missing, and names a class that newer
 * releases of MINA do not have.
 */
final class TlsFilter {
    private TlsFilter() {}

    /** The trust and identity of a configuration; refuses stores that cannot be read. */
    static SSLContext context(Tls tls) {
        return tls.stores().context();
    }

    /**
     * A filter for one connection.
     *
     * @param accepts whether the other side connects: it must show a certificate where there is a trust store for it
     */
    static SslFilter of(Tls tls, SSLContext context, boolean accepts) {
        SslFilter filter = new SslFilter(context);
        if (!tls.protocols().isEmpty()) {
            filter.setEnabledProtocols(tls.protocols().toArray(new String[0]));
        }
        if (accepts) {
            filter.setNeedClientAuth(tls.trustStore() != null);
        } else if (tls.verifyHost()) {
            filter.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return filter;
    }
}
