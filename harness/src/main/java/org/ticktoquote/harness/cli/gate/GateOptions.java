package org.ticktoquote.harness.cli.gate;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.GatePolicyReader;
import org.ticktoquote.analysis.gate.GateVerdict;
import org.ticktoquote.analysis.gate.store.GateStore;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.yaml.YamlFile;
import picocli.CommandLine.Option;

/** How a gate decides, and what its verdict counts as. */
@OptionGroup("Decision")
final class GateOptions {
    private static final String POLICY = "--policy";
    private static final List<String> COUNTS_AS = List.of("pass", "fail");

    @Option(
            names = POLICY,
            paramLabel = "NAME|FILE",
            defaultValue = "release",
            description = "release, strict, or a YAML file of margins, looks and vetoes; see docs/gate.md (default:"
                    + " ${DEFAULT-VALUE})")
    private String policy = "";

    @Option(
            names = "--may-differ",
            paramLabel = "FACT",
            split = ",",
            splitSynopsisLabel = ",",
            description = "conditions that need not agree, by the names in the verdict, as in applicationJava")
    private List<String> mayDiffer = List.of();

    @Option(
            names = "--force-compare",
            description = "compare also where conditions do not agree; the verdict is marked, and can never be PASS")
    private boolean forced;

    @Option(
            names = "--inconclusive",
            paramLabel = "pass|fail",
            description = "what INCONCLUSIVE counts as: status 0 or 4 in place of 7; the verdict says so;"
                    + " pass does not go with --force-compare")
    private String inconclusive = "";

    /** By its name, or from a file; refused with everything that is wrong with it. */
    static GatePolicy policy(String name) {
        return GatePolicy.builtIn(name).orElseGet(() -> fromFile(name));
    }

    private static GatePolicy fromFile(String name) {
        Path file = path(name)
                .filter(Files::exists)
                .orElseThrow(() -> Problem.of(POLICY)
                        .value(name)
                        .fault("is no policy")
                        .expected("release, strict, or a file that is there")
                        .refusal());
        return GatePolicyReader.read(name, YamlFile.text(file));
    }

    private static Optional<Path> path(String name) {
        try {
            return Optional.of(Path.of(name)).filter(path -> !name.isEmpty());
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /** As it was given: a name, or a file as a whole path. */
    String policyName() {
        return GatePolicy.builtIn(policy).isPresent()
                ? policy
                : Path.of(policy).toAbsolutePath().normalize().toString();
    }

    /** How runs are judged. */
    GateStore.Terms terms() {
        return new GateStore.Terms(policy(policy), new LinkedHashSet<>(mayDiffer), forced);
    }

    /** Refuses a fact that no run states: it is a slip. */
    void requireFacts(Set<String> known, Predicate<String> others) {
        mayDiffer.stream()
                .filter(fact -> !known.contains(fact) && !others.test(fact))
                .findFirst()
                .ifPresent(fact -> {
                    throw Problem.of("--may-differ")
                            .value(fact)
                            .expected("some of " + String.join(", ", known))
                            .refusal();
                });
    }

    /** Refuses what is none. */
    String inconclusiveAs() {
        if (!inconclusive.isEmpty() && !COUNTS_AS.contains(inconclusive)) {
            throw Problem.of("--inconclusive")
                    .value(inconclusive)
                    .expected("pass or fail")
                    .refusal();
        }
        if (forced && inconclusive.equals("pass")) {
            throw Problem.of("--inconclusive")
                    .value(inconclusive)
                    .fault("a verdict of --force-compare can never be PASS")
                    .expected("fail, or nothing")
                    .refusal();
        }
        return inconclusive.isEmpty() ? GateReport.INCONCLUSIVE : inconclusive;
    }

    /** Of a verdict. */
    static ExitStatus status(GateReport report) {
        if (report.verdict() == GateVerdict.INCONCLUSIVE
                && !report.decision().inconclusiveAs().equals(GateReport.INCONCLUSIVE)) {
            return report.decision().inconclusiveAs().equals("pass") ? ExitStatus.OK : ExitStatus.FAILED;
        }
        return switch (report.verdict()) {
            case PASS -> ExitStatus.OK;
            case FAIL -> ExitStatus.FAILED;
            case INCONCLUSIVE -> ExitStatus.UNDECIDED;
            case REFUSED -> ExitStatus.REFUSED;
        };
    }
}
