package org.ticktoquote.core.command;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An expected error with its {@link Problem}s. The command line prints them, one per line and without a stack trace, and
 * exits with the status.
 */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitStatus status;
    private final transient List<Problem> problems;

    public ProblemException(ExitStatus status, Problem problem) {
        this(status, List.of(problem));
    }

    /** Creates an exception with at least one problem. */
    public ProblemException(ExitStatus status, List<Problem> problems) {
        this(status, problems, null);
    }

    /** Creates an exception with at least one problem and a cause. */
    public ProblemException(ExitStatus status, List<Problem> problems, @Nullable Throwable cause) {
        super(problems.stream().map(Problem::text).collect(Collectors.joining(System.lineSeparator())), cause);
        this.status = status;
        this.problems = List.copyOf(problems);
    }

    public ExitStatus status() {
        return status;
    }

    /** Returns all problems in the order given. */
    public List<Problem> problems() {
        return problems;
    }

    /** Throws an exception with {@link ExitStatus#USAGE} if there are problems. */
    public static void throwIfAny(List<Problem> problems) {
        if (!problems.isEmpty()) {
            throw new ProblemException(ExitStatus.USAGE, problems);
        }
    }

    /** Returns an exception with every problem changed and this exception as its cause. */
    public ProblemException with(UnaryOperator<Problem> change) {
        return new ProblemException(status, problems.stream().map(change).toList(), this);
    }

    /** Returns the supplied result. On a {@link ProblemException}, adds the option to each problem and rethrows. */
    public static <T> T under(String option, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ProblemException refusal) {
            throw refusal.with(problem -> problem.under(option));
        }
    }
}
