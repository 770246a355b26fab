package org.ticktoquote.pricing;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.fix.session.FixTls;
import picocli.CommandLine.Option;

/** Options of TLS with FIX venues. */
@OptionGroup(
        value = "Market data",
        common = {})
final class TlsOptions {
    private static final String TRUST_STORE = "--trust-store";
    private static final String TRUST_STORE_PASSWORD = "--trust-store-password";
    private static final String KEY_STORE = "--key-store";
    private static final String KEY_STORE_PASSWORD = "--key-store-password";
    private static final String PROTOCOLS = "--tls-protocols";

    @Option(
            names = TRUST_STORE,
            paramLabel = "FILE",
            description = "with fix:// venues of tls=true: trusted certificates, PKCS12 "
                    + "or JKS (default: those of the Java installation)")
    private @Nullable String trustStore;

    @Option(
            names = TRUST_STORE_PASSWORD,
            paramLabel = "SECRET",
            description = "password of the trust store, as env:NAME or file:PATH (default: none)")
    private @Nullable String trustStorePassword;

    @Option(
            names = KEY_STORE,
            paramLabel = "FILE",
            description = "certificate and key of the application for such venues, PKCS12 or JKS (default: none)")
    private @Nullable String keyStore;

    @Option(
            names = KEY_STORE_PASSWORD,
            paramLabel = "SECRET",
            description = "password of the key store, as env:NAME or file:PATH (default: none)")
    private @Nullable String keyStorePassword;

    @Option(
            names = PROTOCOLS,
            split = ",",
            paramLabel = "PROTOCOL",
            description = "TLS versions for such venues, as in TLSv1.3,TLSv1.2 (default: Java's)")
    private List<String> protocols = List.of();

    /** Returns the TLS settings; null if no option is given and no venue needs them. */
    @Nullable
    FixTls read(boolean needed, Problems wrong) {
        requireStore(TRUST_STORE_PASSWORD, trustStorePassword, TRUST_STORE, trustStore, wrong);
        requireStore(KEY_STORE_PASSWORD, keyStorePassword, KEY_STORE, keyStore, wrong);
        if (!needed && !isGiven()) {
            return null;
        }
        TlsStores stores = new TlsStores(
                trustStore,
                secret(TRUST_STORE_PASSWORD, trustStorePassword, wrong),
                keyStore,
                secret(KEY_STORE_PASSWORD, keyStorePassword, wrong));
        Optional<SSLContext> context = wrong.read(() -> context(stores), Optional.empty());
        context.ifPresent(found -> judgeProtocols(found, wrong));
        return context.map(found -> new FixTls(stores, found, protocols)).orElse(null);
    }

    private static Optional<SSLContext> context(TlsStores stores) {
        try {
            return Optional.of(stores.context());
        } catch (ProblemException refusal) {
            throw refusal.with(problem -> problem.renamed(option(problem.about().orElse(""))));
        }
    }

    /** Returns the option for a part of the stores. */
    private static String option(String part) {
        return switch (part) {
            case TlsStores.KEY_STORE -> KEY_STORE;
            case TlsStores.KEY_STORE + TlsStores.PASSWORD -> KEY_STORE_PASSWORD;
            case TlsStores.TRUST_STORE + TlsStores.PASSWORD -> TRUST_STORE_PASSWORD;
            default -> TRUST_STORE;
        };
    }

    boolean isGiven() {
        return trustStore != null || keyStore != null || !protocols.isEmpty();
    }

    private static void requireStore(
            String option, @Nullable String password, String storeOption, @Nullable String store, Problems wrong) {
        if (password != null && store == null) {
            wrong.add(Problem.of(option).expected(storeOption + " with it"));
        }
    }

    private static @Nullable Secret secret(String option, @Nullable String text, Problems wrong) {
        if (text == null || Secret.isReference(text)) {
            return text == null ? null : new Secret(text);
        }
        wrong.add(Problem.of(option).expected(Secret.EXPECTED));
        return null;
    }

    private void judgeProtocols(SSLContext context, Problems wrong) {
        List<String> all = Arrays.asList(context.getSupportedSSLParameters().getProtocols());
        if (!all.containsAll(protocols)) {
            wrong.add(Problem.of(PROTOCOLS)
                    .value(String.join(",", protocols))
                    .expected("one or more of " + String.join(", ", all)));
        }
    }
}
