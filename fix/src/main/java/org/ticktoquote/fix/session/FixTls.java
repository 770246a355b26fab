package org.ticktoquote.fix.session;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.TlsStores;

/**
 * TLS of one side of FIX connections.
 *
 * @param stores own certificate and trusted ones. With a trust store, connecting clients must present a certificate that it
 *     trusts
 * @param context TLS context with the keys and certificates of the stores
 * @param protocols protocol versions, such as {@code TLSv1.3}, empty for Java's choice
 */
public record FixTls(TlsStores stores, SSLContext context, List<String> protocols) {
    public FixTls {
        protocols = List.copyOf(protocols);
    }

    /** Creates the accepting end of a connection. */
    SSLEngine accepting() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(stores.trustStore() != null);
        return limited(engine);
    }

    /** Creates the connecting end of a connection. The other side's certificate must be trusted and name the host. */
    SSLEngine connecting(Endpoint to) {
        SSLEngine engine = context.createSSLEngine(to.host(), to.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return limited(engine);
    }

    private SSLEngine limited(SSLEngine engine) {
        if (!protocols.isEmpty()) {
            engine.setEnabledProtocols(protocols.toArray(new String[0]));
        }
        return engine;
    }

    /** Returns the files of the stores, by their keys. */
    public Map<String, Path> files() {
        Map<String, Path> files = new TreeMap<>();
        if (stores.keyStore() != null) {
            files.put(TlsStores.KEY_STORE, Path.of(stores.keyStore()));
        }
        if (stores.trustStore() != null) {
            files.put(TlsStores.TRUST_STORE, Path.of(stores.trustStore()));
        }
        return files;
    }

    /** Describes to the user the TLS setup that a connecting application needs. */
    String expected() {
        String spoken = String.join(" or ", accepting().getEnabledProtocols());
        String shown = stores.trustStore() == null ? "" : " and a client certificate trusted by " + stores.trustStore();
        return spoken + ", trust in the certificate of " + stores.keyStore() + shown;
    }
}
