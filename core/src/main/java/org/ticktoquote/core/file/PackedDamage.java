package org.ticktoquote.core.file;

import java.io.IOException;

/** Thrown if a packed file cannot be unpacked completely. The message names the damage. */
public final class PackedDamage extends IOException {
    private static final long serialVersionUID = 1L;

    public PackedDamage(String message) {
        super(message);
    }
}
