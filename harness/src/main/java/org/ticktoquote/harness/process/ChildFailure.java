package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;

/** A child ended, failed or stayed silent although the run needs it. The message names it; its log can have more. */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Child child;
    private final @Nullable ExitStatus status;

    /** Creates a failure whose kind follows from the child's exit status. */
    public ChildFailure(Child child, String message) {
        this(child, message, null);
    }

    /** Creates a failure of a known kind. */
    public ChildFailure(Child child, String message, @Nullable ExitStatus status) {
        super(message);
        this.child = child;
        this.status = status;
    }

    /** Exit status of a run that has measured nothing; empty if it follows from the child's end. */
    public Optional<ExitStatus> status() {
        return Optional.ofNullable(status);
    }

    /** Returns the message, with the path of the log unless it is empty. */
    public String withLog() {
        boolean more = child.log().toFile().length() > 0;
        return getMessage() + (more ? "; see " + child.log() : "");
    }

    public Child child() {
        return child;
    }
}
