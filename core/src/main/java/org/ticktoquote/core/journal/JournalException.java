package org.ticktoquote.core.journal;

import org.jspecify.annotations.Nullable;

/** A journal that cannot be written (no space left) or is not what it should be; the message names file and cause. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean foreign;

    public JournalException(String message) {
        this(message, null);
    }

    public JournalException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private JournalException(String message, @Nullable Throwable cause, boolean foreign) {
        super(message, cause);
        this.foreign = foreign;
    }

    static JournalException foreign(String message) {
        return new JournalException(message, null, true);
    }

    /** Whether the file is sound but of another run, or another journal of this one. */
    public boolean foreign() {
        return foreign;
    }
}
