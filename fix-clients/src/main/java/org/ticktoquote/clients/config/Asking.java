package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** With how many requests a session asks for its pairs. */
public enum Asking {
    /** One for all. */
    ALL,
    /** One for each. */
    PER_PAIR,
    /** None: prices come without being asked for. */
    NONE;

    static final String EXPECTED = "all (one request), per-pair or none (prices come unasked)";

    static @Nullable Asking of(String text) {
        return Arrays.stream(values())
                .filter(asking -> asking.text().equals(text))
                .findFirst()
                .orElse(null);
    }

    /** As templates have it. */
    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
