package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.CheckedCommand;
import org.ticktoquote.core.control.ChildPlan;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.PlannedCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.program.RootCommand;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Maps the options of a run's process to the run's options, so that problems name the run's option.
 *
 * @param further run option whose value is passed to the process as further options
 * @param origins run option by the process option that is set from it
 * @param defaultOrigin run option for problems that name no process option, such as problems in a file
 * @param notAllowed process options that are not allowed in a run
 */
public record ProcessOptions(
        String further, Map<String, String> origins, String defaultOrigin, Set<String> notAllowed) {
    private static final String CHECK = "--check";
    private static final String TRACE = "--trace";

    /** Options of {@code t2q replay}. */
    private static final ProcessOptions REPLAYER = new ProcessOptions(
            "--replayer-args",
            origins("--recording", "--window", "--speed", "--feed", "--venues", "--plugin", "--run=--out"),
            "--feed",
            Set.of(
                    "--start-in",
                    "--warm-up",
                    "--second-feed",
                    "--second-run",
                    "--second-identity",
                    "--turn-seed",
                    TRACE,
                    CHECK));

    /** Options of {@code t2q clients}, which accept no further options. */
    private static final ProcessOptions CLIENTS =
            new ProcessOptions("--session-template", origins("--run=--out"), "--session-template", Set.of());

    /** Options of {@code t2q pricing-app}. */
    public static final ProcessOptions APPLICATION = new ProcessOptions(
            "--app-args",
            origins(
                    "--feed",
                    "--pairs=--recording",
                    "--fix-port",
                    "--connect=--session-template",
                    "--sessions",
                    "--echo=--id-tag",
                    "--composite",
                    "--half-spreads",
                    "--skew",
                    "--stale-after",
                    "--accept-crossed",
                    "--conflation",
                    "--suppress-unchanged",
                    "--truth"),
            "--app-args",
            Set.of(CHECK));

    /** Parses names of options that are equal in process and run, or {@code PROCESS=RUN}. */
    private static Map<String, String> origins(String... names) {
        return Stream.of(names)
                .map(name -> name.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> each[each.length - 1]));
    }

    /** Returns further options. Refuses options that the run sets itself or does not allow. */
    public List<String> further(List<String> arguments) {
        ProblemException.throwIfAny(arguments.stream()
                .map(argument -> argument.replaceFirst("=.*", ""))
                .filter(name -> origins.containsKey(name) || notAllowed.contains(name))
                .map(this::setByRun)
                .toList());
        return arguments;
    }

    private Problem setByRun(String name) {
        Problem problem = Problem.of(further).value(name).fault("is set by the run");
        return origins.containsKey(name)
                ? problem.expected("the option " + origins.get(name) + " of the run")
                : problem;
    }

    /** Converts a problem of the process to a problem of the run's option. */
    private Problem origin(Problem problem) {
        if (problem.place().isPresent() || problem.about().isEmpty()) {
            return problem.under(defaultOrigin);
        }
        String option = problem.about().get();
        return origins.containsKey(option) ? problem.renamed(origins.get(option)) : problem.under(further);
    }

    /** Parses the options of {@code --replayer-args}. */
    public static SenderOptions sender(List<String> arguments) {
        List<String> further = REPLAYER.further(arguments);
        return ProblemException.under(REPLAYER.further, () -> SenderOptions.parse(further));
    }

    /**
     * Checks the plan of {@code t2q replay} in this process with that command's code. Problems name the run's options.
     *
     * @param here true if the replayer runs on this host; false to leave out addresses and files of its host
     */
    static ReplayerProtocol.Checked check(ReplayPlan plan, boolean here) {
        PlannedCommand<ReplayPlan, ReplayerProtocol.Checked> command =
                parsed("replay", ChildPlan.OPTION).getCommand();
        return REPLAYER.checked(() -> command.check(plan, here));
    }

    /**
     * Checks the plan of {@code t2q clients} in the same way.
     *
     * @param here true if the clients run on this host; false to leave out the files of their host
     */
    static ClientsProtocol.Planned check(ClientsPlan plan, boolean here) {
        PlannedCommand<ClientsPlan, ClientsProtocol.Planned> command =
                parsed("clients", ChildPlan.OPTION).getCommand();
        return CLIENTS.checked(() -> command.check(plan, here));
    }

    /** Checks the options of {@code t2q pricing-app} in the same way. */
    static ProcessProtocol.ApplicationChecked check(List<String> arguments) {
        String[] line =
                Stream.concat(Stream.of("pricing-app"), arguments.stream()).toArray(String[]::new);
        return APPLICATION.checked(() -> {
            CheckedCommand<ProcessProtocol.ApplicationChecked> command =
                    parsed(line).getCommand();
            return command.check();
        });
    }

    /** Parses a command line; returns its subcommand with its options. */
    private static CommandLine parsed(String... line) {
        try {
            ParseResult parsed =
                    RootCommand.commandLineFor(line).parseArgs(line).subcommand();
            if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
                throw Problem.of(parsed.isUsageHelpRequested() ? "--help" : "--version")
                        .fault("is not allowed in a run")
                        .exception();
            }
            return parsed.commandSpec().commandLine();
        } catch (ParameterException e) {
            throw new ProblemException(ExitStatus.USAGE, OptionProblems.of(e), e);
        }
    }

    private <T> T checked(Supplier<T> judging) {
        try {
            return judging.get();
        } catch (ProblemException refusal) {
            throw refusal.with(this::origin);
        }
    }
}
