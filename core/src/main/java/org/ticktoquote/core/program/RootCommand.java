package org.ticktoquote.core.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.run.BuildIdentity;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code t2q}, with every {@link Subcommand} on the class path.
 *
 * <p>An expected error is one line on standard error and an exit status of {@link ExitStatus}. An unexpected error prints a
 * stack trace.
 */
@Command(
        name = "t2q",
        description = "Measures tick-to-quote latency of FX pricing applications.",
        mixinStandardHelpOptions = true,
        versionProvider = RootCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit statuses:%n",
        exitCodeList = {
            "0:success: a VALID or DEGRADED run, gate PASS, rate found",
            "1:internal error of t2q, with a stack trace",
            "2:wrong command line or configuration, or a missing path",
            "3:run VOID or capture unfit: its figures cannot be trusted",
            "4:run FAILED (caused by the application), limit or service level broken, gate FAIL",
            "5:damaged or unexpected input",
            "6:the host lacks something (free port, disk space, tool, permission), or a folder is in use",
            "7:undecided: service level, limit, gate (INCONCLUSIVE) or highest rate",
            "8:gate REFUSED: its runs were made under different conditions",
            "130:interrupted (Ctrl-C), 143 if terminated; measured data is kept"
        },
        footer = {
            "",
            "Examples:",
            "  t2q run                   measure the built-in application, about a minute",
            "  t2q run --app 'java -jar my.jar --feed {feed} --fix {fixPort}'",
            "  t2q COMMAND --help        options and examples of one command",
            "",
            "t2q --help-all shows exit statuses."
        })
public final class RootCommand implements Runnable, IVersionProvider {
    /** Wide enough for the examples. */
    private static final int HELP_WIDTH = 100;

    private static final Set<String> VERSION_OPTIONS = Set.of("-V", "--version");

    @Spec
    private CommandSpec spec;

    private RootCommand() {}

    /** Entry point of t2q, and of its child processes if there is no jar. */
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT); // output does not depend on the locale
        int status = commandLineFor(args).execute(args);
        if (outputIsLost()) {
            System.err.println("t2q: standard output cannot be written, for example because the disk is full");
            status = status == ExitStatus.OK.code() ? ExitStatus.ENVIRONMENT.code() : status;
        }
        leaveToSignal();
        System.exit(status);
    }

    /**
     * Returns whether a file or device did not take the output. The reader of a pipe can leave when it has read enough. The
     * descriptor of a closed output is that of a file of Java.
     */
    private static boolean outputIsLost() {
        try {
            Path output = System.out.checkError() ? Files.readSymbolicLink(Path.of("/proc/self/fd/1")) : Path.of("");
            return output.isAbsolute()
                    && !output.startsWith(
                            Path.of(System.getProperty("java.home")).toRealPath());
        } catch (IOException closed) {
            return false;
        }
    }

    /** Blocks if a signal is ending the JVM, because {@code System.exit} could replace the exit status of the signal. */
    private static void leaveToSignal() {
        Thread probe = new Thread("probe");
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
        } catch (IllegalStateException ending) {
            while (true) {
                LockSupport.park();
            }
        }
    }

    /** Returns the command line with every subcommand on the class path. */
    public static CommandLine commandLine() {
        return commandLine(subcommands());
    }

    /**
     * Returns a command line that handles these arguments like {@link #commandLine()} but starts in less than half the
     * time. It has only the named subcommand, if any, and none if the arguments only ask for the version.
     */
    public static CommandLine commandLineFor(String... arguments) {
        if (arguments.length == 1 && VERSION_OPTIONS.contains(arguments[0])) {
            return commandLine(List.of());
        }
        List<ServiceLoader.Provider<Subcommand>> all = subcommands();
        List<ServiceLoader.Provider<Subcommand>> named = all.stream()
                .filter(each -> arguments.length > 0 && name(each).equals(arguments[0]))
                .toList();
        return commandLine(named.isEmpty() ? all : named);
    }

    private static List<ServiceLoader.Provider<Subcommand>> subcommands() {
        return ServiceLoader.load(Subcommand.class).stream().toList();
    }

    private static String name(ServiceLoader.Provider<Subcommand> subcommand) {
        return subcommand.type().getAnnotation(Command.class).name();
    }

    private static CommandLine commandLine(List<ServiceLoader.Provider<Subcommand>> subcommands) {
        CommandLine line = new CommandLine(new RootCommand());
        subcommands.forEach(each -> line.addSubcommand(each.get()));
        line.addSubcommand(new CommandLine.HelpCommand());
        HelpGroups.in(line);
        line.registerConverter(Path.class, RootCommand::path);
        line.setUsageHelpWidth(HELP_WIDTH);
        line.setExecutionStrategy(RootCommand::execute);
        line.setParameterExceptionHandler((e, args) -> refuse(e));
        line.setExecutionExceptionHandler((e, command, parsed) -> fail(e, command));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.setOut(TerminalText.writer(System.out));
        line.setErr(TerminalText.writer(System.err));
        line.setExpandAtFiles(false); // an application's command can contain an argument that begins with @
        return line;
    }

    /**
     * Refuses an unknown command given with {@code --help}, an unknown option among the values of another option, and options that
     * the command refuses.
     */
    private static int execute(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        List<String> unknown = new ArrayList<>(last.unmatched());
        last.matchedOptions().stream()
                .filter(option -> option.arity().isVariable())
                .flatMap(option -> option.originalStringValues().stream())
                .filter(value -> value.startsWith("-") && value.length() > 1)
                .forEach(unknown::add);
        if (!unknown.isEmpty()) {
            throw new UnmatchedArgumentException(last.commandSpec().commandLine(), unknown);
        }
        if (!last.isUsageHelpRequested()) {
            requireAccepted(last);
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static void requireAccepted(ParseResult parsed) {
        HelpGroups.refused(parsed.commandSpec())
                .ifPresent(refused -> parsed.matchedOptions().stream()
                        .map(OptionSpec::longestName)
                        .filter(List.of(refused.value())::contains)
                        .findFirst()
                        .ifPresent(name -> {
                            ProblemException refusal = Problem.of(name)
                                    .expected(refused.expected())
                                    .exception();
                            throw new ExecutionException(
                                    parsed.commandSpec().commandLine(), String.valueOf(refusal.getMessage()), refusal);
                        }));
    }

    /** Refuses an empty path, which comes from an unset variable and would mean the current directory. */
    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("expected a path");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Problem.ofValue(text)
                    .fault("is not a path in this locale")
                    .expected("a UTF-8 locale, as with LC_ALL=C.UTF-8")
                    .exception(e);
        }
    }

    private static int refuse(ParameterException e) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("t2q: " + OptionProblems.text(e));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitStatus.USAGE.code();
    }

    private static int fail(Exception e, CommandLine command) {
        if (e instanceof ProblemException refusal) {
            command.getErr().println("t2q: " + refusal.getMessage());
            return IoReason.status(refusal).code();
        }
        if (e instanceof UncheckedIOException || e instanceof JournalException || IoReason.isMissingPermission(e)) {
            command.getErr().println("t2q: " + describe(e));
            return ExitStatus.ENVIRONMENT.code();
        }
        e.printStackTrace(command.getErr());
        return ExitStatus.FAULT.code();
    }

    /** Describes an error without the class name that an exception without its own message contains. */
    private static String describe(Exception e) {
        @Nullable Throwable cause = e instanceof UncheckedIOException ? e.getCause() : null;
        return cause != null && cause.toString().equals(e.getMessage())
                ? Problem.ofFault("").fault("input or output failed", cause).text()
                : String.valueOf(e.getMessage());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"t2q " + BuildIdentity.own().description(), "Java " + Runtime.version()};
    }
}
