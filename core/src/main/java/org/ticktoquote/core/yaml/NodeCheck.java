package org.ticktoquote.core.yaml;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;

/**
 * Checks that the nodes of a YAML file are a finite tree with plain text keys, as its readers require.
 *
 * <p>Counts values at every alias, because a few lines could otherwise expand to more values than memory can hold.
 */
final class NodeCheck {
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
