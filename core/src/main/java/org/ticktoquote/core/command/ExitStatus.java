package org.ticktoquote.core.command;

/** The exit statuses of every command; the table in the README is this list. */
public enum ExitStatus {
    /** Done; for a run: VALID or DEGRADED. */
    OK(0),
    /** A fault of the product itself: a stack trace was printed. */
    FAULT(1),
    /** The command line or a configuration file is wrong. */
    USAGE(2),
    /** The run is VOID: harness, capture, network, host or input disturbed it. */
    VOID(3),
    /** The run is FAILED: the application did it; or a gate says FAIL. */
    FAILED(4),
    /** An input file is damaged or holds what it may not hold. */
    BAD_INPUT(5),
    /** The host lacks something: a port, a directory that another process is writing, disk space, a tool, a permission. */
    ENVIRONMENT(6),
    /** A limit of a matrix or a gate is undecided: the runs that there are do not say whether it is kept. */
    UNDECIDED(7),
    /** The runs of a gate were made under different conditions and cannot be compared. */
    REFUSED(8),
    /** Ended by the user or a signal. */
    INTERRUPTED(130);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
