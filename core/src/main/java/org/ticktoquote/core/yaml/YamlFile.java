package org.ticktoquote.core.yaml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.UserPath;

/** Reads a YAML file (JSON is YAML too) as a {@link YamlSection}, with the position of every value. */
public final class YamlFile {
    private static final int MAX_ALIASES = 50;
    private static final int MAX_LEVELS = 50;
    /** YAML's own tags. Other tags might not be composable. */
    private static final Pattern OWN_TAG = Pattern.compile(Pattern.quote(Tag.PREFIX) + "[a-z]+");

    private YamlFile() {}

    /**
     * Returns the top mapping of a file. Adds a problem and returns an empty section if the file is not YAML. Throws a
     * {@link org.ticktoquote.core.command.ProblemException} if the file cannot be read or is not UTF-8.
     */
    public static YamlSection read(Path file, Problems problems) {
        return parse(file.toString(), text(file), problems);
    }

    /**
     * Returns the top mapping of a text.
     *
     * @param name of the text in problems
     */
    public static YamlSection parse(String name, String text, Problems problems) {
        int before = problems.found().size();
        Node whole = compose(name, text, problems);
        boolean unreadable = problems.found().size() > before;
        return new YamlSection("", whole, new NodeProblems(name, problems, unreadable));
    }

    public static String text(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(UserPath.input(file));
            CharBuffer text = CharBuffer.allocate(bytes.length);
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(rest, text, true);
            if (result.isError()) {
                throw YamlProblem.noText(file, text.flip().toString()).exception();
            }
            return text.flip().toString();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(e);
        }
    }

    /**
     * Returns whether a text cannot be composed, and adds the problem. Too many levels would overflow the stack of
     * recursive readers. A tag might not be composable.
     */
    private static boolean unfit(String name, String text, LoadSettings settings, Problems problems) {
        int depth = 0;
        int documents = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            } else if (event instanceof DocumentStartEvent) {
                documents++;
            }
            Optional<Problem> problem = unfit(event, depth, documents);
            if (problem.isPresent()) {
                problems.add(problem.get().at(YamlSection.place(name, event.getStartMark())));
                return true;
            }
        }
        return false;
    }

    private static Optional<Problem> unfit(Event event, int depth, int documents) {
        if (depth > MAX_LEVELS) {
            return Optional.of(Problem.ofFault("").expected("at most " + MAX_LEVELS + " levels of nesting"));
        }
        if (documents > 1) {
            return Optional.of(Problem.ofFault("a second document begins here").expected("one document"));
        }
        return tag(event)
                .filter(given -> !OWN_TAG.matcher(given).matches())
                .map(given -> Problem.ofValue(given).fault("is a tag").expected("a value without one"));
    }

    private static Optional<String> tag(Event event) {
        if (event instanceof ScalarEvent scalar) {
            return scalar.getTag();
        }
        return event instanceof CollectionStartEvent start ? start.getTag() : Optional.empty();
    }

    private static @Nullable Node compose(String name, String text, Problems problems) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setAllowNonScalarKeys(true)
                .build();
        try {
            if (unfit(name, text, settings, problems)) {
                return null;
            }
            return new Compose(settings)
                    .composeString(text)
                    .filter(whole -> new NodeCheck(name, problems).isFiniteTree(whole))
                    .orElse(null);
        } catch (YamlEngineException | IllegalArgumentException e) {
            problems.add(YamlProblem.of(name, text, e));
        }
        return null;
    }
}
