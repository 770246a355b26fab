package org.ticktoquote.clients.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.mina.filter.ssl.SslFilter;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.Secret;
import org.ticktoquote.clients.config.Tls;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;

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
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(tls.trustStore() == null ? null : store(tls.trustStore(), password(tls.trustStorePassword())));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity(tls), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw Problem.ofFault("TLS cannot be set up: " + e.getMessage()).refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static KeyManager @Nullable [] identity(Tls tls) throws GeneralSecurityException {
        if (tls.keyStore() == null) {
            return null;
        }
        char[] password = password(tls.keyStorePassword());
        KeyManagerFactory identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        identity.init(store(tls.keyStore(), password), password);
        return identity.getKeyManagers();
    }

    private static char @Nullable [] password(@Nullable Secret secret) {
        return secret == null ? null : secret.resolve().toCharArray();
    }

    /** Java's JKS reads PKCS12 as well. */
    private static KeyStore store(String file, char @Nullable [] password) throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        try (InputStream in = Files.newInputStream(UserPath.input(Path.of(file)))) {
            store.load(in, password);
            return store;
        } catch (IOException e) {
            throw Problem.of(Path.of(file)).fault("the store cannot be read", e).refusal(ExitStatus.ENVIRONMENT, e);
        }
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
