package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.host.audit.HostRequirement;
import org.ticktoquote.host.jvm.InstalledJvms.Jvm;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.process.CommandText;

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

    /** Checks whether a host has everything that a case needs. Used once, by one thread. */
    private static final class CaseResolver {
        /** Required by the built-in application. */
        private static final int MIN_JAVA = 17;

        private final HostConnections connections;
        private final Map<Flags, Optional<String>> known;
        private final TestCase testCase;
        private final Inventory inventory;
        private final InventoryHost host;
        private final List<String> missing = new ArrayList<>();
        private List<String> jvmFlags = List.of();
        private @Nullable Jvm jvm;
        private @Nullable ProblemException problem;

        /** Flags for a JVM of a host. */
        record Flags(HostOperations host, Path java, List<String> flags) {}

        /**
         * Creates a resolver for one case and host.
         *
         * @param known results of flag checks, each executed once
         * @param inventory inventory of the case's runs
         * @param host candidate host for the application
         */
        CaseResolver(
                HostConnections connections,
                Map<Flags, Optional<String>> known,
                TestCase testCase,
                Inventory inventory,
                InventoryHost host) {
            this.connections = connections;
            this.known = known;
            this.testCase = testCase;
            this.inventory = inventory;
            this.host = host;
        }

        /** Returns why the case cannot run on the host, for users; empty if it can. Failures of the host are reasons too. */
        Optional<String> judge(Matrix matrix) {
            try {
                HostOperations operations = connections.operations(host);
                need(operations, testCase.host());
                if (testCase.hasJvm()) {
                    chooseJvm(operations, matrix.jvm(testCase.jvm()).orElseThrow());
                }
                placeThreads(testCase.placement());
            } catch (ProblemException refusal) {
                miss(host, refusal);
            }
            return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
        }

        private void miss(InventoryHost where, ProblemException refusal) {
            if (refusal.status() == ExitStatus.INTERRUPTED) {
                throw refusal;
            }
            problem = refusal.status() == ExitStatus.USAGE ? refusal : problem;
            boolean named = refusal.problems().stream()
                    .allMatch(problem ->
                            problem.about().filter(where.description()::equals).isPresent());
            missing.add(
                    named ? String.valueOf(refusal.getMessage()) : lack(where, String.valueOf(refusal.getMessage())));
        }

        /** Usage error found by {@link #judge}; empty for none. */
        Optional<ProblemException> problem() {
            return Optional.ofNullable(problem);
        }

        /** Returns the resolved case. Valid if nothing is missing. */
        ResolvedCase.Ready ready(List<String> passedOver) {
            return new ResolvedCase.Ready(testCase, host, jvm, jvmFlags, passedOver);
        }

        /** Adds the host's name if there is an inventory. */
        private String lack(InventoryHost where, String what) {
            return inventory.withoutCaptures().equals(Inventory.LOCAL) ? what : where.description() + ": " + what;
        }

        private void need(HostOperations operations, HostRequirement need) {
            need.check(operations.sheet())
                    .ifPresent(objection -> missing.add(
                            "no host with " + need.description() + " (" + host.name() + ": " + objection + ")"));
        }

        private void chooseJvm(HostOperations operations, JvmProfile profile) {
            JvmChoice choice = operations.jvm(
                    profile,
                    Optional.ofNullable(connections.given().get(profile.name())),
                    testCase.builtInApplication() ? MIN_JAVA : 0);
            List<String> flags = new ArrayList<>(profile.flags());
            flags.addAll(testCase.jvmArgs());
            choice.jvm()
                    .ifPresentOrElse(
                            found -> take(operations, found, flags), () -> missing.add(lack(host, choice.reason())));
        }

        private void take(HostOperations operations, Jvm found, List<String> flags) {
            jvm = found;
            jvmFlags = flags;
            if (!flags.isEmpty()) {
                String words = CommandText.join(flags);
                known.computeIfAbsent(
                                new Flags(operations, found.java(), flags),
                                asked -> asked.host().flagsProblem(asked.java(), asked.flags()))
                        .ifPresent(said ->
                                missing.add(lack(host, found.description() + " rejects " + words + ": " + said)));
            }
        }

        /** Checks the plan on every host whose processes it places. */
        private void placeThreads(ThreadChoice threads) {
            if (!threads.managed()) {
                return;
            }
            Inventory chosen = inventory.withApplicationOn(host.name()).orElse(inventory);
            for (InventoryHost each : chosen.hosts()) {
                try {
                    connections
                            .operations(each)
                            .threadsProblem(threads, chosen.threadOwners(each))
                            .ifPresent(reason -> missing.add("threads " + threads.name() + ": " + lack(each, reason)));
                } catch (ProblemException refusal) {
                    miss(each, refusal);
                }
            }
        }
    }
}
