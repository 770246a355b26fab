package org.ticktoquote.core.journal;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/**
 * Thrown if a journal cannot be written (no space left), is damaged, or is not the expected one. The message names file and
 * cause.
 */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;
    private final boolean foreign;

    public JournalException(Problem problem) {
        this(problem, null);
    }

    public JournalException(Problem problem, @Nullable Throwable cause) {
        this(problem, cause, false);
    }

    private JournalException(Problem problem, @Nullable Throwable cause, boolean foreign) {
        super(problem.text(), cause);
        this.problem = problem;
        this.foreign = foreign;
    }

    static JournalException foreign(Problem problem) {
        return new JournalException(problem, null, true);
    }

    /** Returns the problem, with the file and, if known, the byte offset. */
    public Problem problem() {
        return problem;
    }

    /** Returns whether the file is sound but belongs to another run, or is another journal of this run. */
    public boolean foreign() {
        return foreign;
    }
}
