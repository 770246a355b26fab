package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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
import org.ticktoquote.harness.jvm.InstalledJvms;
import org.ticktoquote.harness.jvm.Jvm;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.jvm.JvmInquiry;
import org.ticktoquote.harness.jvm.JvmProfile;
import org.ticktoquote.harness.matrix.definition.InventoryHost;
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

    private final InstalledJvms jvms;
    private final HostSurvey survey;
    private final Map<List<String>, Optional<String>> objections = new HashMap<>();

    public Resolution(InstalledJvms jvms, HostSurvey survey) {
        this.jvms = jvms;
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
        jvms.given().forEach((name, jvm) -> {
            if (!named.contains(name)) {
                String near = Nearest.of(name, named)
                        .map(each -> "did you mean '" + each + "'? ")
                        .orElse("");
                throw new Refusal(
                        ExitStatus.USAGE,
                        "--jvm " + name + "=" + jvm.home() + ": no case of the matrix names this JVM: " + near
                                + "they name " + (named.isEmpty() ? "none" : String.join(", ", named)));
            }
        });
    }

    private Cell cell(Matrix matrix, TestCase testCase) {
        List<String> missing = new ArrayList<>();
        List<String> options = new ArrayList<>(testCase.options());
        Inventory inventory = RunSettings.parse(options).hosts();
        Optional<InventoryHost> host = inventory.local()
                ? host(matrix, testCase.host(), missing)
                : host(inventory, testCase.host(), options, missing);
        Optional<Jvm> jvm = Optional.empty();
        if (testCase.hasJvm() && host.filter(found -> !found.local()).isPresent()) {
            missing.add("JVM " + testCase.jvm() + ": JVM profiles are looked for on this host only;"
                    + " name the Java of host " + host.get().name() + " in its inventory");
        } else if (testCase.hasJvm()) {
            JvmProfile profile = matrix.jvm(testCase.jvm()).orElseThrow();
            JvmChoice choice = jvms.choose(profile, testCase.builtInApplication() ? LEAST_JAVA : 0);
            jvm = choice.jvm();
            List<String> flags = new ArrayList<>(profile.flags());
            flags.addAll(testCase.jvmArgs());
            jvm.ifPresentOrElse(found -> addJvm(options, found, flags, missing), () -> missing.add(choice.reason()));
        }
        ThreadChoice threads = Placing.of(testCase);
        if (threads.managed() && !inventory.local()) {
            missing.add("threads " + threads.name() + ": threads are placed on this host only, not with hosts");
        }
        survey.objection(threads).ifPresent(reason -> missing.add("threads " + threads.name() + ": " + reason));
        return missing.isEmpty() && host.isPresent()
                ? new Cell.Ready(testCase, host.get(), jvm.orElse(null), options)
                : new Cell.NotRun(testCase, String.join("; ", missing));
    }

    private void addJvm(List<String> options, Jvm jvm, List<String> flags, List<String> missing) {
        options.add("--jvm=" + jvm.home());
        if (!flags.isEmpty()) {
            options.add("--jvm-args=" + CommandText.join(flags));
            objection(jvm.java(), flags)
                    .ifPresent(said ->
                            missing.add(jvm.words() + " does not take " + CommandText.join(flags) + ": " + said));
        }
    }

    private Optional<String> objection(Path java, List<String> flags) {
        List<String> question = new ArrayList<>(List.of(java.toString()));
        question.addAll(flags);
        return objections.computeIfAbsent(question, any -> JvmInquiry.objection(java, flags));
    }

    /** The first host for the application in the inventory of its runs that says of itself what is needed. */
    private Optional<InventoryHost> host(
            Inventory inventory, HostNeed need, List<String> options, List<String> missing) {
        List<String> reasons = new ArrayList<>();
        for (org.ticktoquote.harness.hosts.InventoryHost host : inventory.applications()) {
            HostSurvey.Answer answer = survey.ask(host);
            Optional<String> objection = answer.sheet().map(need::judge).orElseGet(() -> Optional.of(answer.problem()));
            if (objection.isEmpty()) {
                if (options.stream().noneMatch(option -> option.startsWith(APPLICATION_HOST))) {
                    options.add(APPLICATION_HOST + host.name());
                }
                return Optional.of(new InventoryHost(host.name(), host.ssh(), host.directory()));
            }
            reasons.add(host.name() + ": " + objection.get());
        }
        missing.add(none(need, reasons));
        return Optional.empty();
    }

    private static String none(HostNeed need, List<String> reasons) {
        return "no host with " + need.words() + " (" + String.join("; ", reasons) + ")";
    }

    /** The first host of the matrix that says of itself what is needed. */
    private Optional<InventoryHost> host(Matrix matrix, HostNeed need, List<String> missing) {
        List<String> reasons = new ArrayList<>();
        for (InventoryHost host : matrix.hosts()) {
            HostSurvey.Answer answer = survey.ask(host);
            Optional<String> objection = answer.sheet().map(need::judge).orElseGet(() -> Optional.of(answer.problem()));
            if (objection.isEmpty()) {
                return Optional.of(host);
            }
            reasons.add(host.name() + ": " + objection.get());
        }
        missing.add(none(need, reasons));
        return Optional.empty();
    }
}
