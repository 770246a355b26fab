package org.ticktoquote.core.journal;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/** A journal that cannot be written (no space left) or is not what it should be; the message names file and cause. */
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

    /** With the file, and the byte where one is known. */
    public Problem problem() {
        return problem;
    }

    /** Whether the file is sound but of another run, or another journal of this one. */
    public boolean foreign() {
        return foreign;
    }
}
