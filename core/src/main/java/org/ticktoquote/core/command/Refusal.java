package org.ticktoquote.core.command;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An expected error: the command line prints its problems, one a line, and ends with its status, without a trace.
 *
 * <p>What is wrong is always said by {@link Problem}s: of an option or key, of a place in a file, or of the host.
 */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitStatus status;
    private final transient List<Problem> problems;

    /** With one problem. */
    public Refusal(ExitStatus status, Problem problem) {
        this(status, List.of(problem));
    }

    /** With some, at least one. */
    public Refusal(ExitStatus status, List<Problem> problems) {
        this(status, problems, null);
    }

    /** With some, at least one, and what they come from. */
    public Refusal(ExitStatus status, List<Problem> problems, @Nullable Throwable cause) {
        super(problems.stream().map(Problem::text).collect(Collectors.joining(System.lineSeparator())), cause);
        this.status = status;
        this.problems = List.copyOf(problems);
    }

    public ExitStatus status() {
        return status;
    }

    /** All, in the order of their places. */
    public List<Problem> problems() {
        return problems;
    }

    /** Refuses with problems, if there are any. */
    public static void ifAny(List<Problem> problems) {
        if (!problems.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, problems);
        }
    }

    /** The same with every problem said in another way. */
    public Refusal with(UnaryOperator<Problem> change) {
        return new Refusal(status, problems.stream().map(change).toList(), this);
    }

    /** What a reading gives; its refusal becomes one of the option that was read. */
    public static <T> T under(String option, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (Refusal refusal) {
            throw refusal.with(problem -> problem.under(option));
        }
    }
}
