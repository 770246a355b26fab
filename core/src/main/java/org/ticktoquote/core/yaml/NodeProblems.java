package org.ticktoquote.core.yaml;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;

/** Collects the problems of one YAML file, one per node and key, so that one mistake is not reported twice. */
final class NodeProblems {
    /** Prefix of a key with a problem that was found after its value was read. */
    private static final String FURTHER = "further ";

    private final String file;
    private final Problems problems;
    private final boolean unreadable;
    private final IdentityHashMap<Node, Set<String>> wrong = new IdentityHashMap<>();

    /** @param unreadable whether a problem with the file as a whole already explains missing keys */
    NodeProblems(String file, Problems problems, boolean unreadable) {
        this.file = file;
        this.problems = problems;
        this.unreadable = unreadable;
    }

    /** Adds a problem, unless the node already has one for this key. */
    void add(String key, @Nullable Node node, Problem problem) {
        if (node == null || mark(key, node)) {
            place(node, problem);
        }
    }

    /**
     * Adds a problem that was found after reading. One text can have several such problems. No effect if reading the value
     * already failed.
     */
    void addFurther(String key, @Nullable Node node, Problem problem) {
        if (node == null) {
            place(node, problem);
        } else if (!wrong.getOrDefault(node, Set.of()).contains(key)) {
            mark(FURTHER + key, node);
            place(node, problem);
        }
    }

    private boolean mark(String key, Node node) {
        return wrong.computeIfAbsent(node, first -> new HashSet<>()).add(key);
    }

    private void place(@Nullable Node node, Problem problem) {
        if (node == null && unreadable) {
            return;
        }
        problems.add(problem.at(YamlSection.place(file, node == null ? Optional.empty() : node.getStartMark())));
    }

    /** Returns whether the node, or anything in it, has a problem. */
    boolean areIn(Node node) {
        return !wrong.isEmpty() && (wrong.containsKey(node) || below(node).anyMatch(this::areIn));
    }

    private static Stream<Node> below(Node node) {
        if (node instanceof SequenceNode list) {
            return list.getValue().stream();
        }
        return node instanceof MappingNode mapping
                ? mapping.getValue().stream().flatMap(tuple -> Stream.of(tuple.getKeyNode(), tuple.getValueNode()))
                : Stream.of();
    }
}
