package org.ticktoquote.clients.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.core.yaml.Layers;

/**
 * Opens what a template only names, its secrets and TLS stores, each store once for all sessions: what cannot be had is a problem
 * of the key that names it.
 */
final class OpenedStores {
    private final boolean opens;
    private final Map<Tls, List<Problem>> ofStores = new HashMap<>();

    /** @param opens whether anything is opened at all: a template may be read where it is not going to be used */
    OpenedStores(boolean opens) {
        this.opens = opens;
    }

    void judge(Layers layers, String key, @Nullable Secret secret) {
        if (opens && secret != null) {
            try {
                String unused = secret.resolve();
            } catch (Refusal refusal) {
                refusal.problems().forEach(problem -> layers.problemAt(key, problem));
            }
        }
    }

    void judge(Layers section, Tls tls) {
        if (opens) {
            ofStores.computeIfAbsent(tls, OpenedStores::problems)
                    .forEach(problem -> section.problemAt(problem.about().orElse(TlsStores.TRUST_STORE), problem));
        }
    }

    private static List<Problem> problems(Tls tls) {
        try {
            var unused = tls.stores().context();
            return List.of();
        } catch (Refusal refusal) {
            return refusal.problems();
        }
    }
}
