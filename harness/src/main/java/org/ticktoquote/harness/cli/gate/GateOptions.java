package org.ticktoquote.harness.cli.gate;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.NearestWord;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.yaml.YamlFile;
import picocli.CommandLine.Option;

/** Options for the decision of a gate and its exit status. */
@OptionGroup(
        value = "Decision",
        common = {"--policy"})
final class GateOptions {
    private static final String POLICY = "--policy";
    private static final List<String> COUNTS_AS = List.of("pass", "fail");

    @Option(
            names = POLICY,
            paramLabel = "NAME|FILE",
            defaultValue = "release",
            description =
                    "release, strict, or a YAML file of margins, looks and vetoes; see docs/gate.md (default: release)")
    private String policy = "";

    @Option(
            names = "--may-differ",
            paramLabel = "FACT",
            split = ",",
            splitSynopsisLabel = ",",
            description = "conditions allowed to differ, by their names in the verdict, as in applicationJava")
    private List<String> mayDiffer = List.of();

    @Option(
            names = "--force-compare",
            description = "compare in spite of different conditions; the verdict is marked and never PASS")
    private boolean forced;

    @Option(
            names = "--inconclusive",
            paramLabel = "pass|fail",
            description =
                    "result to report for INCONCLUSIVE: status 0 or 4 instead of 7; pass excludes --force-compare")
    private String inconclusive = "";

    /** Returns a policy by name or from a file. Reports all mistakes of a file at once. */
    static GatePolicy policy(String name) {
        return GatePolicy.builtIn(name).orElseGet(() -> fromFile(name));
    }

    private static GatePolicy fromFile(String name) {
        Path file = path(name)
                .filter(Files::exists)
                .orElseThrow(() -> Problem.of(POLICY)
                        .value(name)
                        .fault("is not a policy")
                        .expected("release, strict or an existing file")
                        .exception());
        return GatePolicy.read(name, YamlFile.text(file));
    }

    private static Optional<Path> path(String name) {
        try {
            return Optional.of(Path.of(name)).filter(path -> !name.isEmpty());
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /** Policy as given: a name, or the absolute path of a file. */
    String policyName() {
        return GatePolicy.builtIn(policy).isPresent()
                ? policy
                : Path.of(policy).toAbsolutePath().normalize().toString();
    }

    /** Returns the SHA-256 of a policy's file; empty for a name, or if the file is missing. */
    static String policySha256(String policy) {
        return GatePolicy.builtIn(policy).isPresent()
                ? ""
                : FileDigest.of(Path.of(policy), "").sha256();
    }

    GateStore.Terms terms() {
        return new GateStore.Terms(policy(policy), new LinkedHashSet<>(mayDiffer), forced);
    }

    /** Refuses an unknown condition, which is probably a typing error. */
    void requireFacts(Set<String> known, Predicate<String> others) {
        mayDiffer.stream()
                .filter(fact -> !known.contains(fact) && !others.test(fact))
                .findFirst()
                .ifPresent(fact -> {
                    throw Problem.of("--may-differ")
                            .value(fact)
                            .fault("is an unknown condition" + NearestWord.hint(fact, known))
                            .expected(AllowedWords.oneOf(known, "conditions", "t2q gate history --conditions"))
                            .exception();
                });
    }

    /** Returns the value of {@code --inconclusive}; refuses invalid ones. */
    String inconclusiveAs() {
        if (!inconclusive.isEmpty() && !COUNTS_AS.contains(inconclusive)) {
            throw Problem.of("--inconclusive")
                    .value(inconclusive)
                    .expected("pass or fail")
                    .exception();
        }
        if (forced && inconclusive.equals("pass")) {
            throw Problem.of("--inconclusive")
                    .value(inconclusive)
                    .fault("is not possible with --force-compare, which cannot pass")
                    .expected("fail or no --inconclusive")
                    .exception();
        }
        return inconclusive.isEmpty() ? GateReport.INCONCLUSIVE : inconclusive;
    }

    /** Returns the exit status of a verdict. */
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
