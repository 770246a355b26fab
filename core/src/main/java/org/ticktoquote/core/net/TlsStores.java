package org.ticktoquote.core.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.UnrecoverableKeyException;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.command.UserPath;

/**
 * Trust store and key store of TLS connections, each a PKCS12 or JKS file.
 *
 * @param trustStore trusted certificates, or null for the Java installation's
 * @param trustStorePassword null if the store has none
 * @param keyStore this side's own certificate and its key, or null
 * @param keyStorePassword null if the store has none
 */
public record TlsStores(
        @Nullable String trustStore,
        @Nullable Secret trustStorePassword,
        @Nullable String keyStore,
        @Nullable Secret keyStorePassword) {
    /** Key of problems with the trust store. */
    public static final String TRUST_STORE = "trustStore";
    /** Key of problems with the key store. */
    public static final String KEY_STORE = "keyStore";
    /** Suffix of a store's key in problems with its password. */
    public static final String PASSWORD = "Password";

    public static List<String> protocols() {
        try {
            return List.of(SSLContext.getDefault().getSupportedSSLParameters().getProtocols());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads the stores. Refuses stores that cannot be read or opened, with problems of {@link #TRUST_STORE},
     * {@link #KEY_STORE} or the password of one.
     */
    public SSLContext context() {
        KeyStore trusted = open(TRUST_STORE, trustStore, trustStorePassword);
        KeyStore own = open(KEY_STORE, keyStore, keyStorePassword);
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity(own), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw Problem.ofFault("TLS cannot be set up: " + e.getMessage()).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private KeyManager @Nullable [] identity(@Nullable KeyStore own) throws GeneralSecurityException {
        if (own == null) {
            return null;
        }
        KeyManagerFactory identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        try {
            identity.init(own, password(KEY_STORE, keyStorePassword));
        } catch (UnrecoverableKeyException locked) {
            throw wrongPassword(KEY_STORE, String.valueOf(keyStore), keyStorePassword, locked);
        }
        return identity.getKeyManagers();
    }

    private static char @Nullable [] password(String key, @Nullable Secret secret) {
        return secret == null
                ? null
                : ProblemException.under(key + PASSWORD, secret::resolve).toCharArray();
    }

    /** Opens a store. Java's JKS type also reads PKCS12. */
    private static @Nullable KeyStore open(String key, @Nullable String file, @Nullable Secret secret) {
        if (file == null) {
            return null;
        }
        Path path = ProblemException.under(key, () -> UserPath.input(Path.of(file)));
        char[] password = password(key, secret);
        try (InputStream in = Files.newInputStream(path)) {
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(in, password);
            return store;
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException) {
                throw wrongPassword(key, file, secret, e);
            }
            throw Problem.of(path)
                    .fault("the store cannot be read", e)
                    .under(key)
                    .exception(ExitStatus.ENVIRONMENT, e);
        } catch (GeneralSecurityException e) {
            throw Problem.of(path)
                    .fault("the store cannot be read: " + e.getMessage())
                    .under(key)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static ProblemException wrongPassword(String key, String file, @Nullable Secret secret, Exception cause) {
        Problem problem = Problem.of(key + PASSWORD).expected("the password of " + file);
        Problem named = secret == null
                ? problem.fault("is missing")
                : problem.value(secret.reference()).fault("is a wrong password");
        return named.exception(ExitStatus.ENVIRONMENT, cause);
    }
}
