package org.ticktoquote.harness.matrix.resolution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.host.audit.HostRequirement;

/** Finds a suitable host and JVM for each case, or the reason why there is none. Not thread-safe. */
public final class MatrixResolver {
    private final HostConnections connections;
    private final Map<CaseResolver.Flags, Optional<String>> known = new HashMap<>();

    public MatrixResolver(HostConnections connections) {
        this.connections = connections;
    }

    /** Resolves every case of a matrix. */
    public ResolvedMatrix of(Matrix matrix) {
        requireNamed(matrix);
        return new ResolvedMatrix(
                matrix, matrix.cases().stream().map(each -> cell(matrix, each)).toList(), given());
    }

    /**
     * Resolves again the cases that could not run, for example after another kernel was booted. Resolved cases keep host and
     * JVM, so that all their runs have the same conditions.
     */
    public ResolvedMatrix again(ResolvedMatrix before) {
        requireNamed(before.matrix());
        return new ResolvedMatrix(
                before.matrix(),
                before.cells().stream()
                        .map(cell ->
                                cell instanceof ResolvedCase.NotRun ? cell(before.matrix(), cell.testCase()) : cell)
                        .toList(),
                given());
    }

    /** Returns why a resolved case cannot run on its host at present; empty if it can. */
    public Optional<String> unfit(ResolvedCase.Ready cell) {
        if (cell.testCase().host().equals(HostRequirement.NONE)) {
            return Optional.empty();
        }
        try {
            return cell.problem(connections.operations(cell.host()).sheet());
        } catch (ProblemException refusal) {
            if (refusal.status() == ExitStatus.INTERRUPTED) {
                throw refusal;
            }
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    private Map<String, String> given() {
        return connections.given().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().toString()));
    }

    /** Refuses a path for a JVM that no case names, because it would have no effect. */
    private void requireNamed(Matrix matrix) {
        Set<String> named = new TreeSet<>();
        matrix.cases().stream().filter(TestCase::hasJvm).map(TestCase::jvm).forEach(named::add);
        connections.given().forEach((name, path) -> {
            if (!named.contains(name)) {
                throw Problem.of("--jvm")
                        .value(name + "=" + path)
                        .fault("is not the JVM of a case" + NearestWord.hint(name, named))
                        .expected(named.isEmpty() ? "none (no case sets a JVM)" : "one of " + String.join(", ", named))
                        .exception();
            }
        });
    }

    /**
     * Resolves a case on the first host of its inventory that meets its needs. Throws a usage error if every host reports one.
     */
    private ResolvedCase cell(Matrix matrix, TestCase testCase) {
        Inventory inventory = testCase.run().settings().hosts();
        List<String> passedOver = new ArrayList<>();
        List<ProblemException> mistakes = new ArrayList<>();
        for (InventoryHost host : inventory.applications()) {
            CaseResolver trial = new CaseResolver(connections, known, testCase, inventory, host);
            Optional<String> objection = trial.judge(matrix);
            if (objection.isEmpty()) {
                return trial.ready(passedOver);
            }
            passedOver.add(objection.get());
            trial.problem().ifPresent(mistakes::add);
        }
        if (mistakes.size() == inventory.applications().size()) {
            throw mistakes.get(0);
        }
        return new ResolvedCase.NotRun(testCase, String.join("; ", new LinkedHashSet<>(passedOver)));
    }
}
