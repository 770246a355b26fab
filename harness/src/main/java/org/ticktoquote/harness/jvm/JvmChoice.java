package org.ticktoquote.harness.jvm;

import java.util.Optional;

/**
 * What a profile means on a host.
 *
 * @param jvm empty when there is none
 * @param reason why there is none; empty when there is one
 */
public record JvmChoice(Optional<Jvm> jvm, String reason) {
    static JvmChoice of(Jvm jvm) {
        return new JvmChoice(Optional.of(jvm), "");
    }

    static JvmChoice none(String reason) {
        return new JvmChoice(Optional.empty(), reason);
    }
}
