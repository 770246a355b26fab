package org.ticktoquote.replayer.importing;

import java.io.IOException;

/** A packed file that cannot be unpacked as a whole; the message says what is wrong. */
final class PackedDamage extends IOException {
    private static final long serialVersionUID = 1L;

    PackedDamage(String message) {
        super(message);
    }
}
