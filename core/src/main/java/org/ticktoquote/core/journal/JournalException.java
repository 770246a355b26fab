package org.ticktoquote.core.journal;

import org.jspecify.annotations.Nullable;

/** A journal that cannot be written (no space left) or is not what it should be; the message names file and cause. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JournalException(String message) {
        this(message, null);
    }

    public JournalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
