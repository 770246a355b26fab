package org.ticktoquote.core.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem.Place;

/** Collects distinct problems so that the user sees all of them at once. Not thread-safe. */
public final class Problems {
    /** Order by file, line, column and byte offset. */
    private static final Comparator<Problem> ORDER =
            Comparator.comparing(problem -> problem.place().orElseThrow(), Problems::compare);

    private final Set<Problem> found = new LinkedHashSet<>();

    private static int compare(Place one, Place other) {
        return Comparator.comparing(Place::file)
                .thenComparingLong(Place::line)
                .thenComparingInt(Place::column)
                .thenComparingLong(Place::offset)
                .compare(one, other);
    }

    public void add(Problem problem) {
        found.add(problem);
    }

    public void addAll(Collection<Problem> problems) {
        found.addAll(problems);
    }

    /** Reads an option or key. On a {@link ProblemException}, adds its problems and returns the fallback. */
    public <T> T read(String optionOrKey, Supplier<T> reading, T fallback) {
        try {
            return reading.get();
        } catch (ProblemException refusal) {
            refusal.problems().forEach(problem -> add(problem.under(optionOrKey)));
            return fallback;
        }
    }

    /**
     * Returns the supplied result. On a {@link ProblemException}, adds its problems, which already name their option or
     * key, and returns the fallback.
     */
    public <T> T read(Supplier<T> reading, T fallback) {
        try {
            return reading.get();
        } catch (ProblemException refusal) {
            addAll(refusal.problems());
            return fallback;
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Returns the problems so far in order of their places. Problems without a place come last. */
    public List<Problem> found() {
        Stream<Problem> placed =
                found.stream().filter(problem -> problem.place().isPresent()).sorted(ORDER);
        Stream<Problem> others =
                found.stream().filter(problem -> problem.place().isEmpty());
        return Stream.concat(placed, others).toList();
    }

    /** Throws a {@link ProblemException} with all problems, if there are any. */
    public void refuseIfAny() {
        ProblemException.throwIfAny(found());
    }
}
