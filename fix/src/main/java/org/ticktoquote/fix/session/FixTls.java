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
 * @param stores its certificate, and those that it trusts; who connects must show one of these where they are named
 * @param context what was read of them
 * @param protocols as in {@code TLSv1.3}; empty for Java's choice
 */
public record FixTls(TlsStores stores, SSLContext context, List<String> protocols) {
    public FixTls {
        protocols = List.copyOf(protocols);
    }

    /** The accepting end of a new connection. */
    SSLEngine accepting() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(stores.trustStore() != null);
        return limited(engine);
    }

    /** The connecting end of a new connection: the other side's certificate must be trusted and name the host. */
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

    /** Of its stores, by the keys that name them. */
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

    /** What an application must do to be let in, for people. */
    String expected() {
        String spoken = String.join(" or ", accepting().getEnabledProtocols());
        String shown = stores.trustStore() == null ? "" : ", and shows one that " + stores.trustStore() + " knows";
        return "an application that speaks " + spoken + ", trusts the certificate in " + stores.keyStore() + shown;
    }
}
