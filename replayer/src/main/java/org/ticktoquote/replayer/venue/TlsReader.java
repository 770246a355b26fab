package org.ticktoquote.replayer.venue;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.session.FixTls;

/** Reads the TLS settings of a venue and opens its key stores. Reports faults as problems in the section's file. */
final class TlsReader {
    private static final String KEY_STORE = TlsStores.KEY_STORE;
    private static final String TRUST_STORE = TlsStores.TRUST_STORE;
    private static final String PASSWORD = TlsStores.PASSWORD;
    private static final String PROTOCOLS = "protocols";
    private static final String A_STORE = "a PKCS12 or JKS file";

    private final YamlSection section;
    private final Path folder;

    /** @param folder of the venues file */
    TlsReader(YamlSection section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /** Returns the TLS settings; null if a store has faults. */
    @Nullable
    FixTls read() {
        TlsStores stores = new TlsStores(
                file(TRUST_STORE),
                section.value(TRUST_STORE + PASSWORD, Secret.EXPECTED, Secret::new),
                file(KEY_STORE),
                section.value(KEY_STORE + PASSWORD, Secret.EXPECTED, Secret::new));
        SSLContext context = null;
        if (!section.has(KEY_STORE)) {
            section.problemAt(KEY_STORE, A_STORE + " with the venue's certificate and its key");
        } else if (stores.keyStore() != null) {
            context = context(stores);
        }
        if (!section.has(TRUST_STORE)) {
            section.refuseKey(
                    TRUST_STORE + PASSWORD, "applies to a trustStore", "a trustStore too, or no trustStorePassword");
        }
        List<String> protocols = protocols();
        section.reportUnknownKeys();
        return context == null ? null : new FixTls(stores, context, protocols);
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
        } catch (ProblemException wrong) {
            wrong.problems()
                    .forEach(problem -> section.problemAt(problem.about().orElse(KEY_STORE), problem));
            return null;
        }
    }

    private List<String> protocols() {
        List<String> all = TlsStores.protocols();
        List<String> protocols = section.distinct(
                PROTOCOLS, "one of " + String.join(", ", all), text -> all.contains(text) ? text : null);
        return protocols == null ? List.of() : protocols;
    }
}
