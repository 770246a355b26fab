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
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.Nearest;
import org.ticktoquote.harness.host.need.HostNeed;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.jvm.Jvm;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.run.CommandText;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/** Finds for each case a host that is what the case needs and the JVM that it names, or says what is missing. Not thread-safe. */
public final class Resolution {
    /** What the built-in application needs. */
    private static final int LEAST_JAVA = 17;

    private static final String APPLICATION_HOST = "--application-host=";

    private final HostSurvey survey;
    private final Map<Flags, Optional<String>> objections = new HashMap<>();

    /** Flags for a JVM of a host. */
    private record Flags(AskedHost host, Path java, List<String> flags) {}

    /** Who was found, and how to ask it. */
    private record Found(InventoryHost host, AskedHost asked) {
        /** What a case lacks there, with the host's name where it is not this one. */
        String lack(String what) {
            return host.local() ? what : "host " + host.name() + ": " + what;
        }
    }

    public Resolution(HostSurvey survey) {
        this.survey = survey;
    }

    /** Every case of the matrix, resolved. */
    public ResolvedMatrix of(Matrix matrix) {
        requireNamed(matrix);
        return new ResolvedMatrix(
                matrix, matrix.cases().stream().map(each -> cell(matrix, each)).toList());
    }

    /** A path for a JVM that nobody asks for would have no effect. */
    private void requireNamed(Matrix matrix) {
        Set<String> named = new TreeSet<>();
        matrix.cases().stream().filter(TestCase::hasJvm).map(TestCase::jvm).forEach(named::add);
        survey.given().forEach((name, path) -> {
            if (!named.contains(name)) {
                String near = Nearest.of(name, named)
                        .map(each -> "did you mean '" + each + "'? ")
                        .orElse("");
                throw new Refusal(
                        ExitStatus.USAGE,
                        "--jvm " + name + "=" + path + ": no case of the matrix names this JVM: " + near + "they name "
                                + (named.isEmpty() ? "none" : String.join(", ", named)));
            }
        });
    }

    /** The first host for the application, in the inventory of its runs or this one, that has all that the case needs. */
    private Cell cell(Matrix matrix, TestCase testCase) {
        Inventory inventory = RunSettings.parse(testCase.options()).hosts();
        List<String> passedOver = new ArrayList<>();
        for (InventoryHost host : inventory.applications()) {
            List<String> options = new ArrayList<>(testCase.options());
            List<String> missing = new ArrayList<>();
            Optional<Jvm> jvm = judge(host, inventory, matrix, testCase, options, missing);
            if (missing.isEmpty()) {
                return new Cell.Ready(testCase, host, jvm.orElse(null), options, passedOver);
            }
            passedOver.add(String.join("; ", missing));
        }
        return new Cell.NotRun(testCase, String.join("; ", new LinkedHashSet<>(passedOver)));
    }

    private Optional<Jvm> judge(
            InventoryHost host,
            Inventory inventory,
            Matrix matrix,
            TestCase testCase,
            List<String> options,
            List<String> missing) {
        try {
            Found found = new Found(host, survey.on(host));
            need(found, testCase.host(), missing);
            if (!inventory.equals(Inventory.HERE)
                    && options.stream().noneMatch(option -> option.startsWith(APPLICATION_HOST))) {
                options.add(APPLICATION_HOST + host.name());
            }
            Optional<Jvm> jvm = testCase.hasJvm()
                    ? jvm(found, matrix.jvm(testCase.jvm()).orElseThrow(), testCase, options, missing)
                    : Optional.empty();
            threads(found, inventory, Placing.of(testCase), missing);
            return jvm;
        } catch (Refusal unreachable) {
            if (unreachable.status() != ExitStatus.ENVIRONMENT) {
                throw unreachable;
            }
            missing.add(String.valueOf(unreachable.getMessage()));
            return Optional.empty();
        }
    }

    private static void need(Found host, HostNeed need, List<String> missing) {
        need.judge(host.asked().sheet())
                .ifPresent(objection -> missing.add(
                        "no host with " + need.words() + " (" + host.host().name() + ": " + objection + ")"));
    }

    private Optional<Jvm> jvm(
            Found host, JvmProfile profile, TestCase testCase, List<String> options, List<String> missing) {
        JvmChoice choice = host.asked().jvm(profile, testCase.builtInApplication() ? LEAST_JAVA : 0);
        List<String> flags = new ArrayList<>(profile.flags());
        flags.addAll(testCase.jvmArgs());
        choice.jvm()
                .ifPresentOrElse(
                        found -> addJvm(host, options, found, flags, missing),
                        () -> missing.add(host.lack(choice.reason())));
        return choice.jvm();
    }

    private void addJvm(Found host, List<String> options, Jvm jvm, List<String> flags, List<String> missing) {
        options.add("--jvm=" + jvm.home());
        if (!flags.isEmpty()) {
            options.add("--jvm-args=" + CommandText.join(flags));
            objections
                    .computeIfAbsent(
                            new Flags(host.asked(), jvm.java(), flags),
                            asked -> asked.host().objection(asked.java(), asked.flags()))
                    .ifPresent(said -> missing.add(
                            host.lack(jvm.words() + " does not take " + CommandText.join(flags) + ": " + said)));
        }
    }

    /** A plan must be possible on every host whose processes it places. */
    private void threads(Found application, Inventory inventory, ThreadChoice threads, List<String> missing) {
        if (!threads.managed()) {
            return;
        }
        Inventory chosen =
                inventory.withApplicationOn(application.host().name()).orElse(inventory);
        for (InventoryHost host : chosen.hosts()) {
            try {
                survey.on(host)
                        .objection(threads, chosen.parties(host))
                        .ifPresent(reason -> missing.add("threads " + threads.name() + ": "
                                + (host.local() ? "" : "host " + host.name() + ": ") + reason));
            } catch (Refusal unreachable) {
                missing.add(String.valueOf(unreachable.getMessage()));
            }
        }
    }
}
