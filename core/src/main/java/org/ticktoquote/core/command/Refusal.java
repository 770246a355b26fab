package org.ticktoquote.core.command;

import org.jspecify.annotations.Nullable;

/**
 * An expected error: the command line prints its message as one line and ends with its status, without a trace.
 *
 * <p>The message says what to do: file, line, column, value and expectation where they exist.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitStatus status;

    public Refusal(ExitStatus status, String message) {
        this(status, message, null);
    }

    public Refusal(ExitStatus status, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    public ExitStatus status() {
        return status;
    }
}
