package org.ticktoquote.core.yaml;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.ticktoquote.core.command.Problem;

/** Describes why a text is not YAML, as a problem with its position if the library reports it. */
final class YamlProblem {
    private static final String NO_YAML = "not YAML: ";
    private static final String LINES = "lines such as 'key: value', indented by spaces";
    /** Message of the library if it knows what it expected. */
    private static final Pattern WANTED =
            Pattern.compile("expected (?<wanted>.*?),? but (?:got|found):? (?<found>.*)", Pattern.DOTALL);

    private YamlProblem() {}

    /** Returns the problem of bytes that are not UTF-8. */
    static Problem noText(Path file, String before) {
        return Problem.ofFault("is not UTF-8")
                .expected("YAML, a text in UTF-8")
                .at(at(file.toString(), before, before.length()));
    }

    /** Returns the problem of an exception of the library. */
    static Problem of(String name, String text, RuntimeException thrown) {
        if (thrown instanceof MarkedYamlEngineException marked) {
            return marked(marked).at(YamlSection.place(name, marked.getProblemMark()));
        }
        if (thrown instanceof ReaderException unreadable) {
            String character = String.format(Locale.ROOT, "U+%04X", unreadable.getCodePoint());
            return Problem.ofFault(NO_YAML + "the character " + character + " is not allowed")
                    .expected("printable text")
                    .at(at(name, text, text.indexOf(unreadable.getCodePoint())));
        }
        if (thrown instanceof YamlVersionException) {
            int directive = text.indexOf("%YAML");
            return Problem.ofFault(NO_YAML + "an unknown version")
                    .expected("%YAML 1.2, or no such line")
                    .at(at(name, text, directive));
        }
        // The library passes on Java's own exception if an escape is not a valid code point.
        String fault = thrown instanceof IllegalArgumentException
                ? "a \\x, \\u or \\U escape in a quoted text is cut off or gives no character"
                : thrown.getMessage();
        return Problem.ofFault(NO_YAML + fault).expected(LINES).at(at(name, text, -1));
    }

    private static Problem marked(MarkedYamlEngineException thrown) {
        String said = String.valueOf(thrown.getProblem());
        Matcher wanted = WANTED.matcher(said);
        if (wanted.matches()) {
            return Problem.ofFault(NO_YAML + "found " + wanted.group("found")).expected(wanted.group("wanted"));
        }
        if (said.contains("(TAB)")) {
            return Problem.ofFault(NO_YAML + "a tab").expected("spaces");
        }
        return Problem.ofFault(NO_YAML + said)
                .expected(said.contains("undefined alias") ? "an alias of an anchor (&) above it" : LINES);
    }

    /** Returns the place of a character, or the whole file for a negative index. */
    private static Problem.Place at(String name, String text, int index) {
        if (index < 0) {
            return new Problem.Place(name, 0, 0);
        }
        String before = text.substring(0, index);
        int line = 1 + (int) before.chars().filter(each -> each == '\n').count();
        return new Problem.Place(name, line, index - before.lastIndexOf('\n'));
    }
}
