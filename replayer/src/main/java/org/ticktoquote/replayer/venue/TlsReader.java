package org.ticktoquote.replayer.venue;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.core.yaml.YamlSection;

/** Reads the TLS of a venue, and opens its key stores; what is wrong becomes problems of the section's file. */
final class TlsReader {
    private static final String KEY_STORE = "keyStore";
    private static final String A_STORE = "a PKCS12 or JKS file";

    private final YamlSection section;
    private final Path folder;

    /** @param folder of the venues file */
    TlsReader(YamlSection section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /** The TLS; null where something is wrong with it. */
    @Nullable
    VenueTls read() {
        TlsStores stores = new TlsStores(
                file("trustStore"),
                section.value("trustStorePassword", Secret.EXPECTED, Secret::new),
                file(KEY_STORE),
                section.value("keyStorePassword", Secret.EXPECTED, Secret::new));
        List<String> protocols = section.oneOrMore("protocols");
        SSLContext context = null;
        if (!section.has(KEY_STORE)) {
            section.problemAt(KEY_STORE, A_STORE + " with the venue's certificate and its key");
        } else if (stores.keyStore() != null) {
            context = context(stores);
        }
        section.end();
        return context == null || !known(protocols, context)
                ? null
                : new VenueTls(stores, context, protocols == null ? List.of() : protocols);
    }

    private @Nullable String file(String key) {
        return section.value(key, A_STORE, text -> {
            try {
                return folder.resolve(text).toString();
            } catch (InvalidPathException noPath) {
                return null;
            }
        });
    }

    private @Nullable SSLContext context(TlsStores stores) {
        try {
            return stores.context();
        } catch (Refusal wrong) {
            wrong.problems().forEach(problem -> section.problemAt(KEY_STORE, problem));
            return null;
        }
    }

    private boolean known(@Nullable List<String> protocols, SSLContext context) {
        List<String> all = Arrays.asList(context.getSupportedSSLParameters().getProtocols());
        if (protocols != null && (protocols.isEmpty() || !all.containsAll(protocols))) {
            section.problemAt("protocols", "one or more of " + String.join(", ", all));
            return false;
        }
        return true;
    }
}
