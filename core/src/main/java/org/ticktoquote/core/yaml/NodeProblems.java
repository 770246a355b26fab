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

/** The problems of one YAML file, one for each node and key: what is wrong already is not reported as something else too. */
final class NodeProblems {
    /** In front of a key: the value has been read, and somebody has found something in it. */
    private static final String FURTHER = "further ";

    private final String file;
    private final Problems problems;
    private final boolean unreadable;
    private final IdentityHashMap<Node, Set<String>> wrong = new IdentityHashMap<>();

    /** @param unreadable whether a problem says already that the file has no keys to be read: then none is missing */
    NodeProblems(String file, Problems problems, boolean unreadable) {
        this.file = file;
        this.problems = problems;
        this.unreadable = unreadable;
    }

    /** Nothing where the node has a problem of that key. */
    void add(String key, @Nullable Node node, Problem problem) {
        if (node == null || mark(key, node)) {
            place(node, problem);
        }
    }

    /** What somebody else has found: a text may have many parts, and something wrong with each. Nothing where it is no text. */
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

    /** Whether the node, or anything in it, has one. */
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
