package org.ticktoquote.core.net;

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
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.command.UserPath;

/**
 * Files with the trust and the identity of TLS connections, each PKCS12 or JKS.
 *
 * @param trustStore certificates that the other side's must lead to; null for those of the Java installation
 * @param trustStorePassword null when the store has none
 * @param keyStore this side's own certificate and its key; null for none
 * @param keyStorePassword null when the store has none
 */
public record TlsStores(
        @Nullable String trustStore,
        @Nullable Secret trustStorePassword,
        @Nullable String keyStore,
        @Nullable Secret keyStorePassword) {

    /** Reads them; refuses stores that cannot be read. */
    public SSLContext context() {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trustStore == null ? null : store(trustStore, password(trustStorePassword)));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw Problem.ofFault("TLS cannot be set up: " + e.getMessage()).refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private KeyManager @Nullable [] identity() throws GeneralSecurityException {
        if (keyStore == null) {
            return null;
        }
        char[] password = password(keyStorePassword);
        KeyManagerFactory identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        identity.init(store(keyStore, password), password);
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
}
