package org.ticktoquote.core.file;

import java.io.IOException;

/** Thrown if a packed file cannot be unpacked completely. The message describes the damage. */
public final class UnpackException extends IOException {
    private static final long serialVersionUID = 1L;

    public UnpackException(String message) {
        super(message);
    }
}
