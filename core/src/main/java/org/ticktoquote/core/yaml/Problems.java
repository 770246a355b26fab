package org.ticktoquote.core.yaml;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Everything that is wrong with configuration files, each thing once, collected so that the user sees all of it at once. Not
 * thread-safe.
 */
public final class Problems {
    /** File by file, each from top to bottom; what has no place of its own in the end. */
    private static final Comparator<Problem> ORDER =
            Comparator.comparing(Problem::file).thenComparingInt(Problem::line).thenComparingInt(Problem::column);

    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\r]]");

    private final Set<Problem> found = new LinkedHashSet<>();

    private record Problem(String file, int line, int column, String text) {
        boolean placed() {
            return !file.isEmpty();
        }
    }

    void add(String file, Optional<Mark> mark, String text) {
        int line = mark.map(at -> at.getLine() + 1).orElse(0);
        int column = mark.map(at -> at.getColumn() + 1).orElse(0);
        String place = mark.isPresent() ? ":" + line + ":" + column : "";
        found.add(new Problem(file, line, column, visible(file + place + ": " + text)));
    }

    /** What a file holds must not speak to the terminal: control and format characters are shown by their number. */
    private static String visible(String text) {
        return UNSEEN.matcher(text)
                .replaceAll(match ->
                        String.format(Locale.ROOT, "<U+%04X>", match.group().codePointAt(0)));
    }

    /** A problem that has no place of its own. */
    public void add(String text) {
        found.add(new Problem("", 0, 0, visible(text)));
    }

    /** All so far, in the order of their places. */
    public List<String> found() {
        Stream<Problem> placed = found.stream().filter(Problem::placed).sorted(ORDER);
        Stream<Problem> others = found.stream().filter(problem -> !problem.placed());
        return Stream.concat(placed, others).map(Problem::text).toList();
    }

    /** Ends with every problem, one a line, if there is any. */
    public void refuseIfAny() {
        if (!found.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, String.join(System.lineSeparator(), found()));
        }
    }
}
