package org.ticktoquote.core.command;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The words that an option accepts. Picocli completes them and schemas list them. */
public abstract class AllowedWords implements Iterable<String> {
    private static final int MAX_LISTED = 10;

    private final List<String> words;

    protected AllowedWords(String... words) {
        this.words = Arrays.asList(words);
    }

    /**
     * Returns the expectation for a message. Lists up to ten words, or only their number if there are more.
     *
     * @param words their plural noun, such as {@code keys}
     * @param reference document or command that lists all
     */
    public static String oneOf(Collection<String> known, String words, String reference) {
        return "one of "
                + (known.size() <= MAX_LISTED
                        ? String.join(", ", known)
                        : known.size() + " " + words + " (see " + reference + ")");
    }

    public boolean has(String word) {
        return words.contains(word);
    }

    /** Returns the problem of an option whose value is not accepted. Empty if the option was not given. */
    public Optional<Problem> problem(String option, @Nullable String value) {
        int last = words.size() - 1;
        return value == null || has(value)
                ? Optional.empty()
                : Optional.of(Problem.of(option)
                        .value(value)
                        .expected(String.join(", ", words.subList(0, last)) + " or " + words.get(last)));
    }

    /** Throws a {@link ProblemException} if the value of an option is not accepted. */
    public void require(String option, String value) {
        problem(option, value).ifPresent(problem -> {
            throw problem.exception();
        });
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }
}
