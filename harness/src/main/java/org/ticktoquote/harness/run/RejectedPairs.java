package org.ticktoquote.harness.run;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What the application rejects while ticks are measured: a result, which ends no run. Said once for a pair, and for a few
 * pairs only; the journals count all 35=Y. Not thread-safe.
 */
final class RejectedPairs {
    private static final int MOST_SHOWN = 5;

    private final Set<String> heard = new HashSet<>();

    /**
     * Takes note of a rejection.
     *
     * @param pair session and pair in words
     * @return what to say of it; empty when enough was said
     */
    Optional<String> hear(String pair, String what) {
        if (!heard.add(pair) || heard.size() > MOST_SHOWN) {
            return Optional.empty();
        }
        String more = heard.size() == MOST_SHOWN ? "; further ones are only counted" : "";
        return Optional.of(what + "; the replay goes on, every tick counts" + more);
    }
}
