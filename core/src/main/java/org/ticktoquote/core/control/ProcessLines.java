package org.ticktoquote.core.control;

/** What the control lines of every process of a run may say: the word of a command or of a status, and its detail. */
public final class ProcessLines {
    /** Command: end. */
    public static final String STOP = "stop";

    /** Status: everything that can fail early has not; the detail is of the process. */
    public static final String READY = "ready";
    /** Status, of {@code --check} alone: the options are sound; the detail is of the process. */
    public static final String CHECKED = "checked";
    /** Status: how far it is; the detail is of the process. */
    public static final String PROGRESS = "progress";
    /** Status: the work is done; the detail is of the process. */
    public static final String DONE = "done";
    /** Status: the process ends without having done its work; detail {@link Failed}. */
    public static final String FAILED = "failed";

    private ProcessLines() {}

    /**
     * Why a process ends early.
     *
     * @param cause for people
     */
    public record Failed(String cause) {}
}
