package org.ticktoquote.core.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
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
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.UserPath;

/** Reads a YAML file (JSON is YAML too) as a {@link YamlSection}, with the position of every value. */
public final class YamlFile {
    private static final int MAX_ALIASES = 50;
    /** Far more than a person writes, so that a device or a recording does not fill the memory. */
    private static final int MAX_BYTES = 1 << 24;

    private static final int MAX_LEVELS = 50;
    /** YAML's own tags. Other tags might not be composable. */
    private static final Pattern OWN_TAG = Pattern.compile(Pattern.quote(Tag.PREFIX) + "[a-z]+");

    private static final String NO_YAML = "not YAML: ";
    private static final String LINES = "lines such as 'key: value', indented by spaces";
    /** Message of the library if it knows what it expected. */
    private static final Pattern WANTED =
            Pattern.compile("expected (?<wanted>.*?),? but (?:got|found):? (?<found>.*)", Pattern.DOTALL);

    private YamlFile() {}

    /**
     * Returns the top mapping of a file. Adds a problem and returns an empty section if the file is not YAML. Throws a
     * {@link org.ticktoquote.core.command.ProblemException} if the file cannot be read, is too long or is not UTF-8.
     */
    public static YamlSection read(Path file, Problems problems) {
        return parse(file.toString(), text(file), problems);
    }

    /**
     * Returns the top mapping of a text.
     *
     * @param name source's name in problems
     */
    public static YamlSection parse(String name, String text, Problems problems) {
        int before = problems.found().size();
        Node whole = compose(name, text, problems);
        boolean unreadable = problems.found().size() > before;
        return new YamlSection("", whole, new NodeProblems(name, problems, unreadable));
    }

    public static String text(Path file) {
        try (InputStream in = Files.newInputStream(UserPath.input(file))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw Problem.of(file)
                        .fault("is too long")
                        .expected("at most " + (MAX_BYTES >> 20) + " MiB of YAML")
                        .exception();
            }
            CharBuffer text = CharBuffer.allocate(bytes.length);
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(rest, text, true);
            if (result.isError()) {
                throw noText(file, text.flip().toString()).exception();
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
            problems.add(noYaml(name, text, e));
        }
        return null;
    }

    /** Returns the problem of bytes that are not UTF-8. */
    private static Problem noText(Path file, String before) {
        return Problem.ofFault("is not UTF-8")
                .expected("YAML, a text in UTF-8")
                .at(at(file.toString(), before, before.length()));
    }

    /** Returns the problem of an exception of the library. */
    private static Problem noYaml(String name, String text, RuntimeException thrown) {
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

    /**
     * Checks that the nodes of a YAML file are a finite tree with plain text keys, as its readers require.
     *
     * <p>Counts values at every alias, because a few lines could otherwise expand to more values than memory can hold.
     */
    private static final class NodeCheck {
        private static final int MAX_NODES = 1_000_000;

        private final String file;
        private final Problems problems;
        private final Set<Node> above = Collections.newSetFromMap(new IdentityHashMap<>());
        private int nodes;
        private boolean fit = true;

        NodeCheck(String file, Problems problems) {
            this.file = file;
            this.problems = problems;
        }

        boolean isFiniteTree(Node whole) {
            visit(whole);
            return fit;
        }

        private void visit(Node node) {
            if (++nodes > MAX_NODES) {
                if (nodes == MAX_NODES + 1) {
                    refuse(node, Problem.ofFault("").expected("at most " + MAX_NODES + " values, including aliases"));
                }
            } else if (above.add(node)) {
                visitBelow(node);
                above.remove(node);
            } else {
                refuse(node, Problem.ofFault("contains itself").expected("an alias of a complete value"));
            }
        }

        private void visitBelow(Node node) {
            if (node instanceof SequenceNode list) {
                for (Node element : list.getValue()) {
                    visit(element);
                }
            } else if (node instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    if (!(tuple.getKeyNode() instanceof ScalarNode)) {
                        Problem problem = Problem.ofValue(YamlSection.shown(tuple.getKeyNode()));
                        refuse(tuple.getKeyNode(), problem.expected("a plain key"));
                    }
                    visit(tuple.getValueNode());
                }
            }
        }

        private void refuse(Node node, Problem problem) {
            fit = false;
            problems.add(problem.at(YamlSection.place(file, node.getStartMark())));
        }
    }
}
