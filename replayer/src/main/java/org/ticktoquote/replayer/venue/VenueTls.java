package org.ticktoquote.replayer.venue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.ticktoquote.core.net.TlsStores;

/**
 * TLS of a venue.
 *
 * @param stores its certificate, and those that it trusts; an application must show one of these where they are named
 * @param context what was read of them
 * @param protocols as in {@code TLSv1.3}; empty for Java's choice
 */
record VenueTls(TlsStores stores, SSLContext context, List<String> protocols) {
    VenueTls {
        protocols = List.copyOf(protocols);
    }

    /** The venue's end of a new connection. */
    SSLEngine engine() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(stores.trustStore() != null);
        if (!protocols.isEmpty()) {
            engine.setEnabledProtocols(protocols.toArray(new String[0]));
        }
        return engine;
    }

    /** Of its stores, by the keys that name them. */
    Map<String, Path> files() {
        Map<String, Path> files = new TreeMap<>();
        if (stores.keyStore() != null) {
            files.put("keyStore", Path.of(stores.keyStore()));
        }
        if (stores.trustStore() != null) {
            files.put("trustStore", Path.of(stores.trustStore()));
        }
        return files;
    }

    /** What an application must do to be let in, for people. */
    String expected() {
        String spoken = String.join(" or ", engine().getEnabledProtocols());
        String shown = stores.trustStore() == null ? "" : ", and shows one that " + stores.trustStore() + " knows";
        return "an application that speaks " + spoken + ", trusts the certificate in " + stores.keyStore() + shown;
    }
}
