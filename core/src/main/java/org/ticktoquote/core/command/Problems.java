package org.ticktoquote.core.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem.Place;

/** Everything that is wrong, each thing once, collected so that the user sees all of it at once. Not thread-safe. */
public final class Problems {
    /** File by file, each from top to bottom; what has no place of its own in the end. */
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

    /** What the reading of an option or key gives; the fallback, and a problem with it, where it is refused. */
    public <T> T read(String optionOrKey, Supplier<T> reading, T fallback) {
        try {
            return reading.get();
        } catch (Refusal refusal) {
            refusal.problems().forEach(problem -> add(problem.under(optionOrKey)));
            return fallback;
        }
    }

    /** The same of a reading that names the option or key itself. */
    public <T> T read(Supplier<T> reading, T fallback) {
        try {
            return reading.get();
        } catch (Refusal refusal) {
            addAll(refusal.problems());
            return fallback;
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** All so far, in the order of their places. */
    public List<Problem> found() {
        Stream<Problem> placed =
                found.stream().filter(problem -> problem.place().isPresent()).sorted(ORDER);
        Stream<Problem> others =
                found.stream().filter(problem -> problem.place().isEmpty());
        return Stream.concat(placed, others).toList();
    }

    /** Ends with every problem, one a line, if there is any. */
    public void refuseIfAny() {
        Refusal.ifAny(found());
    }
}
