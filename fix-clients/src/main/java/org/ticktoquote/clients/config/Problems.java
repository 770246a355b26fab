package org.ticktoquote.clients.config;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/** Everything that is wrong with configuration files, each thing once, collected so that the user sees all of it at once. */
final class Problems {
    private static final int LONGEST_SHOWN = 80;

    private final Set<String> found = new LinkedHashSet<>();

    /** A value that is not what was expected. */
    void add(Path file, Node node, String value, String expected) {
        add(file, node.getStartMark(), "'" + shown(value) + "': expected " + expected);
    }

    private static String shown(String value) {
        return value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "...";
    }

    void add(Path file, Optional<Mark> mark, String text) {
        String place = mark.map(at -> ":" + (at.getLine() + 1) + ":" + (at.getColumn() + 1))
                .orElse("");
        found.add(file + place + ": " + text);
    }

    void add(String text) {
        found.add(text);
    }

    /** Ends with every problem, one a line, if there is any. */
    void refuseIfAny() {
        if (!found.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, String.join(System.lineSeparator(), found));
        }
    }
}
