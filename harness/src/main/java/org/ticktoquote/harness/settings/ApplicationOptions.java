package org.ticktoquote.harness.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.run.ProcessOptions;
import org.ticktoquote.host.process.CommandText;
import org.ticktoquote.host.process.JavaCommand;
import picocli.CommandLine.Option;

/** Options that select the application under test and its JVM. */
@OptionGroup(
        value = "Application under test",
        common = {"--app", "--attach", "--jvm", "--jvm-args", "--app-args"})
public final class ApplicationOptions {
    private static final String JVM = "--jvm";

    @Option(
            names = "--app",
            paramLabel = "COMMAND",
            description =
                    "command of your application, split without a shell; placeholders: {feed} {feedHost} {feedPort} "
                            + "{venue.NAME.host} {venue.NAME.port} {fixHost} {fixPort} {acceptHost} {acceptPort} {sessions} {java} "
                            + "{jvmArgs} {run}")
    private @Nullable String command;

    @Option(
            names = "--attach",
            paramLabel = "HOST:PORT",
            description = "FIX acceptor of a running application to measure")
    private @Nullable String attach;

    @Option(
            names = "--fix-port",
            paramLabel = "PORT",
            description = "port on which the FIX acceptor of your application listens (default: a free port)")
    private int fixPort;

    @Option(
            names = JVM,
            paramLabel = "PATH",
            description = "JDK home or java of the application, in a matrix NAME=PATH")
    private List<String> jvms = List.of();

    @Option(
            names = "--jvm-args",
            paramLabel = "FLAGS",
            description = "JVM flags of the built-in application, or for {jvmArgs} in --app")
    private String jvmArguments = "";

    @Option(
            names = "--app-args",
            paramLabel = "OPTIONS",
            description = "options of the built-in application, as in '--hold 5ms'")
    private String arguments = "";

    @Option(
            names = "--truth",
            description = "also journal what the built-in application did with each tick, in "
                    + "truth-*.journal; doubles the size of the run directory")
    private boolean truth;

    @Option(
            names = "--start-limit",
            converter = DurationText.class,
            defaultValue = "60s",
            paramLabel = "TIME",
            description = "time limit for the application to accept all logons, over fix:// "
                    + "to request market data, and after the warm-up to quote every pair (default: 60s)")
    @Bounds(above = 0, most = Bounds.HOUR_NS, expected = "more than 0, and 1h at most")
    private long startLimitNs;

    /** Returns invalid values of these options. */
    List<Problem> problems() {
        return OptionProblems.outOfBounds(this);
    }

    long startLimitNs() {
        return startLimitNs;
    }

    public List<String> jvms() {
        return List.copyOf(jvms);
    }

    public boolean attached() {
        return attach != null;
    }

    public boolean builtIn() {
        return command == null && attach == null;
    }

    /** Returns whether t2q chooses the application's JVM. */
    public boolean takesJvm() {
        return builtIn() || command != null && command.contains(ApplicationUnderTest.Own.JAVA);
    }

    public boolean takesJvmFlags() {
        return builtIn() || command != null && command.contains(ApplicationUnderTest.Own.JVM_ARGUMENTS);
    }

    /**
     * Creates the application.
     *
     * @param elsewhere true if it runs on another host, where its Java is then looked up
     * @param choice JVM and flags that take precedence over the options
     */
    ApplicationUnderTest application(boolean elsewhere, RunSettings.CaseChoice choice) {
        if (command != null && attach != null) {
            throw Problem.of("--attach").expected("no --app with it").exception();
        }
        if (!builtIn() && !arguments.isBlank()) {
            throw Problem.of("--app-args")
                    .expected("only with the built-in application")
                    .exception();
        }
        if (!builtIn() && truth) {
            throw Problem.of("--truth")
                    .expected("only with the built-in application")
                    .exception();
        }
        if (!jvmArguments.isBlank() && !takesJvmFlags()) {
            throw Problem.of("--jvm-args")
                    .expected("only with the built-in application, or with {jvmArgs} in --app")
                    .exception();
        }
        if (fixPort < 0 || fixPort > 65_535 || fixPort != 0 && command == null) {
            throw Problem.of("--fix-port")
                    .value(fixPort)
                    .expected("1..65535, and only with --app")
                    .exception();
        }
        if (jvms.size() > 1) {
            throw Problem.of(JVM)
                    .expected("one JVM (a run has one application)")
                    .exception();
        }
        if (attach != null && !jvms.isEmpty()) {
            throw Problem.of(JVM)
                    .expected("none with --attach (the run does not start the application)")
                    .exception();
        }
        if (!jvms.isEmpty() && !takesJvm()) {
            throw Problem.of(JVM)
                    .expected("only with the built-in application, or with {java} in --app")
                    .exception();
        }
        String where = attach;
        if (where != null) {
            return new ApplicationUnderTest.Attached(ProblemException.under("--attach", () -> Endpoint.parse(where)));
        }
        Optional<Path> given = choice.java().or(() -> jvms.stream().findFirst().map(ApplicationOptions::path));
        Path java = elsewhere ? given.orElse(Path.of("")) : javaHere(given);
        List<String> jvmFlags = choice.jvmFlags().isEmpty() ? split("--jvm-args", jvmArguments) : choice.jvmFlags();
        if (command == null) {
            return new ApplicationUnderTest.BuiltIn(java, jvmFlags, truth, builtInArguments());
        }
        List<String> own = split("--app", command);
        if (own.isEmpty()) {
            throw Problem.of("--app").value(command).expected("a command").exception();
        }
        return new ApplicationUnderTest.Own(java, jvmFlags, own, fixPort);
    }

    private static Path javaHere(Optional<Path> given) {
        return given.map(home -> ProblemException.under(JVM, () -> JavaCommand.javaOf(home)))
                .orElseGet(JavaCommand::ownJava);
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Problem.of(JVM)
                    .value(text)
                    .fault("is not a path: " + e.getReason())
                    .exception(e);
        }
    }

    private static List<String> split(String option, String text) {
        return ProblemException.under(option, () -> CommandText.split(text));
    }

    private List<String> builtInArguments() {
        return ProcessOptions.APPLICATION.further(split("--app-args", arguments));
    }
}
