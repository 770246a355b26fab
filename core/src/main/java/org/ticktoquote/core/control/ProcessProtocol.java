package org.ticktoquote.core.control;

import java.util.List;

/** Control lines of every process of a run: names of commands and statuses, and their details. */
public final class ProcessProtocol {
    /** Command to end. */
    public static final String STOP = "stop";

    /** Status: everything that can fail early has succeeded. The detail depends on the process. */
    public static final String READY = "ready";
    /** Status, only with {@code --check}: the options are valid. The detail depends on the process. */
    public static final String CHECKED = "checked";
    /** Status: progress of the work. The detail depends on the process. */
    public static final String PROGRESS = "progress";
    /** Status: the work is done. The detail depends on the process. */
    public static final String DONE = "done";
    /** Status: the process ends before its work is done. Detail {@link Failed}. */
    public static final String FAILED = "failed";

    private ProcessProtocol() {}

    /**
     * Reason why a process ends early.
     *
     * @param cause sentence for the user
     */
    public record Failed(String cause) {}

    /** Ports and thread names of the built-in application. Its detail of {@link #READY}. */
    public record ApplicationReady(int fixPort, int feedPort, List<String> threads) {}

    /** Effective settings of the built-in application. Its detail of {@link #CHECKED}. */
    public record ApplicationChecked(int sessions) {}
}
