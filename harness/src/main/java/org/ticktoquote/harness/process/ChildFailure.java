package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;

/**
 * Thrown if a required child process ended, failed or did not respond. The message names the child; its log can have details.
 */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Child child;
    private final @Nullable ExitStatus status;

    /** Creates a failure whose exit status follows from the child's. */
    public ChildFailure(Child child, String message) {
        this(child, message, null);
    }

    /** Creates a failure with a given exit status. */
    public ChildFailure(Child child, String message, @Nullable ExitStatus status) {
        super(message);
        this.child = child;
        this.status = status;
    }

    /** Exit status if the run measured nothing; empty if it follows from the child's. */
    public Optional<ExitStatus> status() {
        return Optional.ofNullable(status);
    }

    /** Returns the message, with the path of the log unless the log is empty. */
    public String withLog() {
        boolean more = child.log().toFile().length() > 0;
        return getMessage() + (more ? "; see " + child.log() : "");
    }

    public Child child() {
        return child;
    }
}
