package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
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

/** Checks whether a host has everything that a case needs. Used once, by one thread. */
final class CaseResolver {
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
        missing.add(named ? String.valueOf(refusal.getMessage()) : lack(where, String.valueOf(refusal.getMessage())));
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
                    .ifPresent(
                            said -> missing.add(lack(host, found.description() + " rejects " + words + ": " + said)));
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
