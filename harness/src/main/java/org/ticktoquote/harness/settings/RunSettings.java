package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.placement.ThreadChoice;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * All settings of one run, from the command line of {@code t2q run} or from a case of a test matrix.
 *
 * <p>Filled by picocli, as a mixin or by {@link #parse}. Not thread-safe.
 */
@OptionGroup(
        value = "Result",
        common = {"--profile"})
public final class RunSettings {
    @Mixin
    private final ReplayOptions replay = new ReplayOptions();

    @Mixin
    private final SessionOptions sessions = new SessionOptions();

    @Mixin
    private final MatchOptions match = new MatchOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    private final DeclaredModelOptions model = new DeclaredModelOptions();

    @Mixin
    private final EvidenceOptions evidence = new EvidenceOptions();

    @Mixin
    private final CaptureOptions capture = new CaptureOptions();

    @Mixin
    private final InventoryOptions hosts = new InventoryOptions();

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "dev",
            completionCandidates = Profiles.class,
            description = "limits of validity: dev (shared) or lab (isolated cores) (default: ${DEFAULT-VALUE})")
    private String profile = "";

    @Option(
            names = "--keep",
            paramLabel = "WHAT",
            defaultValue = "all",
            completionCandidates = KeptWords.class,
            description = "files to keep of a complete run: all, journals (without outcomes, which t2q analyze can "
                    + "recompute) or results (without journals; no later analysis) (default: ${DEFAULT-VALUE})")
    private String keep = "all";

    /** Values of {@code --keep}. */
    static final class KeptWords extends AllowedWords {
        KeptWords() {
            super("all", "journals", "results");
        }
    }

    /** Values of {@code --profile}. */
    static final class Profiles extends AllowedWords {
        Profiles() {
            super("dev", "lab");
        }
    }

    /**
     * Parses command-line options of the form {@code --name=value}.
     *
     * @throws CommandLine.ParameterException for an unknown option or a wrong value
     */
    public static RunSettings parse(List<String> options) {
        RunSettings settings = new RunSettings();
        new CommandLine(settings).parseArgs(options.toArray(String[]::new));
        return settings;
    }

    /** Returns names, labels, defaults and descriptions of the options. */
    public static CommandSpec spec() {
        return new CommandLine(new RunSettings()).getCommandSpec();
    }

    /** Returns invalid values and combinations of these settings. */
    public List<Problem> problems() {
        List<Problem> wrong = new ArrayList<>();
        new Profiles().problem("--profile", profile).ifPresent(wrong::add);
        new KeptWords().problem("--keep", keep).ifPresent(wrong::add);
        if (application.attached() && replay.anyPort()) {
            wrong.add(Problem.of("--attach")
                    .expected("--feed with it (the address at which the application receives its market data)"));
        }
        wrong.addAll(application.problems());
        wrong.addAll(evidence.problems(application.takesJvmFlags()));
        wrong.addAll(capture.problems(hosts.given()));
        wrong.addAll(hosts.problems());
        wrong.addAll(match.problems(application.builtIn()));
        wrong.addAll(replay.problems());
        wrong.addAll(sessions.problems());
        wrong.addAll(model.model(application.builtIn(), match.byPrice()).problems());
        order().stream().filter(problem -> !wrong.contains(problem)).forEach(wrong::add);
        return wrong;
    }

    /** Returns mistakes in combinations of declarations. */
    private List<Problem> order() {
        try {
            return match.problems(declared());
        } catch (ProblemException refusal) {
            return refusal.problems();
        }
    }

    /**
     * Plans a run in this directory.
     *
     * @throws ProblemException with all {@linkplain #problems() mistakes}, or with a path that does not exist
     */
    public RunPlan plan(RunDirectory directory) {
        return plan(directory, CaseChoice.NONE);
    }

    /** Plans a run with the choices of a test matrix. */
    public RunPlan plan(RunDirectory directory, CaseChoice choice) {
        ProblemException.throwIfAny(problems());
        Inventory inventory = inventory(choice);
        return new RunPlan(
                UUID.randomUUID(),
                directory,
                replay.input(),
                sessions.plan(),
                application.application(!inventory.application().local(), choice),
                declared(),
                new RunPlan.Timing(application.startLimitNs(), replay.warmUp(), replay.drainNs()),
                profile,
                ThreadChoice.UNMANAGED,
                inventory,
                evidence.plan(),
                capture.plan());
    }

    private RunManifest.Declared declared() {
        boolean builtIn = application.builtIn();
        return new RunManifest.Declared(
                match.matching(builtIn || model.spreadsDeclared()),
                model.model(builtIn, match.byPrice()),
                sessions.conflation(builtIn));
    }

    /** Generates the default recording if it is needed and missing. */
    public void provideRecording() {
        replay.provideRecording();
    }

    /** Returns the assignment of processes to hosts. Fails like {@link #plan}. */
    public Inventory hosts() {
        return inventory(CaseChoice.NONE);
    }

    private Inventory inventory(CaseChoice choice) {
        return hosts.given()
                ? hosts.inventory(application.attached(), replay.feed(), replay.plugins(), choice.host())
                : Inventory.localWith(capture.interfaces());
    }

    /** Files to keep after the analysis. */
    public Retention kept() {
        return Retention.of(keep);
    }

    /** Options of the application under test. */
    public ApplicationOptions application() {
        return application;
    }

    /**
     * Choices of a test matrix for the application of a case, which take precedence over options.
     *
     * @param java home of its JVM; empty for the application's own, or t2q's
     * @param jvmFlags flags of its JVM
     * @param host name of its host in the inventory; empty to use the options
     */
    public record CaseChoice(Optional<Path> java, List<String> jvmFlags, Optional<String> host) {
        /** No choice: the options apply. */
        static final CaseChoice NONE = new CaseChoice(Optional.empty(), List.of(), Optional.empty());

        public CaseChoice {
            jvmFlags = List.copyOf(jvmFlags);
        }
    }
}
