package org.ticktoquote.replayer.importing;

import org.ticktoquote.core.command.Problem;

/** A value that is not what its column should hold. */
final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_LENGTH = 60;

    private final transient Problem problem;

    BadValue(String column, String value, String fault, String expected) {
        this(Problem.of(column)
                .value(Shown.text(value, SHOWN_LENGTH))
                .fault(fault)
                .expected(expected));
    }

    private BadValue(Problem problem) {
        // A file of millions of bad rows is no reason to walk the stack millions of times.
        super(null, null, false, false);
        this.problem = problem;
    }

    /** The same value of a column that its file calls so. */
    BadValue of(String column) {
        return new BadValue(problem.renamed(column));
    }

    @Override
    public String getMessage() {
        return problem.text();
    }

    /** What is wrong: column, value, what was expected. */
    Problem problem() {
        return problem;
    }
}
