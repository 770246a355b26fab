package org.ticktoquote.replayer.importing;

import java.io.IOException;

/** A sound packed file with something else in it than one table; the message says what. */
final class OtherContent extends IOException {
    private static final long serialVersionUID = 1L;

    OtherContent(String message) {
        super(message);
    }
}
