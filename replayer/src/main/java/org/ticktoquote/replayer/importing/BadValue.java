package org.ticktoquote.replayer.importing;

import org.ticktoquote.core.command.Problem;

/** Thrown if a value is invalid for its column. */
final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_LENGTH = 60;

    private final transient Problem problem;

    BadValue(String column, String value, String fault, String expected) {
        this(Problem.of(column)
                .value(Printable.text(value, SHOWN_LENGTH))
                .fault(fault)
                .expected(expected));
    }

    private BadValue(Problem problem) {
        // no stack trace, because a file can have millions of bad rows
        super(null, null, false, false);
        this.problem = problem;
    }

    /** Returns the same fault with the column's name in its file. */
    BadValue of(String column) {
        return new BadValue(problem.renamed(column));
    }

    @Override
    public String getMessage() {
        return problem.text();
    }

    Problem problem() {
        return problem;
    }
}
