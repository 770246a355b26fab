package org.ticktoquote.host.jvm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a profile means on a host.
 *
 * @param found null when there is none
 * @param reason why there is none; empty when there is one
 */
public record JvmChoice(@Nullable Jvm found, String reason) {
    static JvmChoice of(Jvm jvm) {
        return new JvmChoice(jvm, "");
    }

    static JvmChoice none(String reason) {
        return new JvmChoice(null, reason);
    }

    /** Empty when there is none. */
    public Optional<Jvm> jvm() {
        return Optional.ofNullable(found);
    }
}
