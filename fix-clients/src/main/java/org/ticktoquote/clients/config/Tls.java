package org.ticktoquote.clients.config;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;

/**
 * TLS of one session.
 *
 * @param trustStore file with the certificates that the counterparty's must lead to; null for those of the Java
 *     installation
 * @param trustStorePassword null when the store has none
 * @param keyStore file with this side's own certificate; null for none
 * @param keyStorePassword null when the store has none
 * @param protocols as in {@code TLSv1.3}; empty for Java's choice
 * @param verifyHost whether the certificate must name the host
 */
public record Tls(
        @Nullable String trustStore,
        @Nullable Secret trustStorePassword,
        @Nullable String keyStore,
        @Nullable Secret keyStorePassword,
        List<String> protocols,
        boolean verifyHost) {
    public Tls {
        protocols = List.copyOf(protocols);
    }

    /** The files of both sides. */
    public TlsStores stores() {
        return new TlsStores(trustStore, trustStorePassword, keyStore, keyStorePassword);
    }
}
