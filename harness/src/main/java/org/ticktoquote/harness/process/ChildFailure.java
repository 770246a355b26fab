package org.ticktoquote.harness.process;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;

/** A child ended, failed or stayed silent where the run needed it; the message says which, and its log perhaps more. */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Child child;
    private final @Nullable ExitStatus status;

    /** A failure that is this child's doing; its exit status says of which kind. */
    public ChildFailure(Child child, String message) {
        this(child, message, null);
    }

    /** A failure of a known kind. */
    public ChildFailure(Child child, String message, @Nullable ExitStatus status) {
        super(message);
        this.child = child;
        this.status = status;
    }

    /** What it means for a run that has measured nothing; empty when the end of the child tells. */
    public Optional<ExitStatus> status() {
        return Optional.ofNullable(status);
    }

    /** The message, and where more is to be read if there is more. */
    public String withLog() {
        boolean more = child.log().toFile().length() > 0;
        return getMessage() + (more ? "; see " + child.log() : "");
    }

    public Child child() {
        return child;
    }
}
