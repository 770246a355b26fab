package org.ticktoquote.core.yaml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Everything that is wrong with configuration files, each thing once, collected so that the user sees all of it at once. Not
 * thread-safe.
 */
public final class Problems {
    private final Set<String> found = new LinkedHashSet<>();

    void add(String file, Optional<Mark> mark, String text) {
        String place = mark.map(at -> ":" + (at.getLine() + 1) + ":" + (at.getColumn() + 1))
                .orElse("");
        found.add(file + place + ": " + text);
    }

    /** A problem that has no place of its own. */
    public void add(String text) {
        found.add(text);
    }

    /** All so far, in the order in which they were found. */
    public List<String> found() {
        return List.copyOf(found);
    }

    /** Ends with every problem, one a line, if there is any. */
    public void refuseIfAny() {
        if (!found.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, String.join(System.lineSeparator(), found));
        }
    }
}
