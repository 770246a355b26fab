package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a counterparty writes a currency pair. */
enum Naming {
    /** {@code EUR/USD}. */
    SLASH,
    /** {@code EURUSD}. */
    PLAIN,
    /** As the {@code symbols} of the template say. */
    MAPPED;

    static final String EXPECTED = "slash (EUR/USD), plain (EURUSD) or mapped (by the template's symbols)";

    static @Nullable Naming of(String text) {
        for (Naming naming : values()) {
            if (naming.text().equals(text)) {
                return naming;
            }
        }
        return null;
    }

    @JsonValue
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
