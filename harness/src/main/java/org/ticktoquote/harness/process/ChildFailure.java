package org.ticktoquote.harness.process;

/** A child ended, failed or stayed silent where the run needed it; the message says which, and where its log is. */
public final class ChildFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Child child;

    /** A failure that is this child's doing. */
    public ChildFailure(Child child, String message) {
        super(message);
        this.child = child;
    }

    public Child child() {
        return child;
    }
}
