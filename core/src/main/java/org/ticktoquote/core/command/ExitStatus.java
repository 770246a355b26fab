package org.ticktoquote.core.command;

/** Exit statuses of all commands, as listed in the README. */
public enum ExitStatus {
    /** Success. The run, if any, is VALID or DEGRADED. */
    OK(0),
    /** Internal error, with a stack trace. */
    FAULT(1),
    /** The command line or a configuration file is wrong. */
    USAGE(2),
    /** The run is VOID, disturbed by harness, capture, network, host or input. */
    VOID(3),
    /** The run is FAILED because of the application, a limit or service level is breached, or a gate decides FAIL. */
    FAILED(4),
    /** An input file is damaged or has invalid content. */
    BAD_INPUT(5),
    /**
     * The host lacks something, such as a port, disk space, a tool or a permission, or another process is writing the
     * folder.
     */
    ENVIRONMENT(6),
    /** A service level, limit, gate or searched rate is undecided because the runs do not show whether it is met. */
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
