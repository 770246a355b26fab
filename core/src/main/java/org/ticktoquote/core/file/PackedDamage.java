package org.ticktoquote.core.file;

import java.io.IOException;

/** A packed file that cannot be unpacked as a whole; the message says what is wrong. */
public final class PackedDamage extends IOException {
    private static final long serialVersionUID = 1L;

    public PackedDamage(String message) {
        super(message);
    }
}
