package org.ticktoquote.harness.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.harness.run.CommandText;
import org.ticktoquote.host.process.JavaCommand;
import picocli.CommandLine.Option;

/** Which application is measured, and on which JVM. */
@OptionGroup("Application under test")
final class ApplicationOptions {
    /** What the run itself tells the built-in application, so that it does what the analysis is told. */
    private static final Set<String> RUNS_OWN = Set.of(
            "--feed",
            "--fix-port",
            "--sessions",
            "--echo",
            "--composite",
            "--half-spreads",
            "--skew",
            "--stale-after",
            "--accept-crossed",
            "--conflation",
            "--suppress-unchanged",
            "--truth",
            "--check");

    private static final Pattern HOST_AND_PORT = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^:\\s\\[\\]]+):([0-9]{1,5})");

    @Option(
            names = "--app",
            paramLabel = "COMMAND",
            description = {
                "your application's command, split into arguments without a shell; placeholders: {feed} {feedHost}"
                        + " {feedPort} {fixHost} {fixPort} {sessions} {java} {jvmArgs} {run}"
            })
    private @Nullable String command;

    @Option(
            names = "--attach",
            paramLabel = "HOST:PORT",
            description = "measure an application that runs already; its FIX acceptor is at HOST:PORT")
    private @Nullable String attach;

    @Option(
            names = "--fix-port",
            paramLabel = "PORT",
            description = "where your application's FIX acceptor will listen (default: a free port)")
    private int fixPort;

    @Option(
            names = "--jvm",
            paramLabel = "PATH",
            description = "JDK home or java executable for the application (default: the one t2q runs on); for a matrix"
                    + " NAME=PATH, once for each JVM that it names")
    private List<String> jvms = List.of();

    @Option(
            names = "--jvm-args",
            paramLabel = "FLAGS",
            description = "JVM flags of the built-in application, or of yours where its command holds {jvmArgs}")
    private String jvmArguments = "";

    @Option(
            names = "--app-args",
            paramLabel = "OPTIONS",
            description = "further options of the built-in application, as in '--hold 5ms --threads 12'; see t2q"
                    + " pricing-app --help")
    private String arguments = "";

    @Option(
            names = "--truth",
            description = "the built-in application also writes down what it did, tick by tick: truth-*.journal in the"
                    + " run directory, as large as everything else together")
    private boolean truth;

    /** As they were given. */
    List<String> jvms() {
        return List.copyOf(jvms);
    }

    boolean attached() {
        return attach != null;
    }

    boolean builtIn() {
        return command == null && attach == null;
    }

    private boolean takesJvmArguments() {
        return builtIn() || command != null && command.contains(ApplicationUnderTest.Own.JVM_ARGUMENTS);
    }

    /**
     * The application.
     *
     * @param elsewhere whether it runs on another host, where its Java is looked for then
     */
    ApplicationUnderTest application(boolean elsewhere) {
        if (command != null && attach != null) {
            throw new Refusal(ExitStatus.USAGE, "--app and --attach exclude each other");
        }
        if (!builtIn() && !arguments.isBlank()) {
            throw new Refusal(ExitStatus.USAGE, "--app-args is for the built-in application");
        }
        if (!builtIn() && truth) {
            throw new Refusal(ExitStatus.USAGE, "--truth is for the built-in application");
        }
        if (!jvmArguments.isBlank() && !takesJvmArguments()) {
            throw new Refusal(
                    ExitStatus.USAGE,
                    "--jvm-args is for the built-in application, or for --app with {jvmArgs} where the flags belong");
        }
        if (fixPort < 0 || fixPort > 65_535 || fixPort != 0 && command == null) {
            throw new Refusal(ExitStatus.USAGE, "--fix-port " + fixPort + ": expected 1..65535, and only with --app");
        }
        if (jvms.size() > 1) {
            throw new Refusal(ExitStatus.USAGE, "--jvm stands more than once: a run has one application on one JVM");
        }
        if (attach != null && !jvms.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, "--jvm is for an application that the run starts, not with --attach");
        }
        if (attach != null) {
            return attached(attach);
        }
        Path java = elsewhere ? path(jvms.isEmpty() ? "" : jvms.get(0)) : javaHere();
        if (command == null) {
            return new ApplicationUnderTest.BuiltIn(java, CommandText.split(jvmArguments), truth, builtInArguments());
        }
        List<String> own = CommandText.split(command);
        if (own.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, "--app is empty: expected a command");
        }
        return new ApplicationUnderTest.Own(java, CommandText.split(jvmArguments), own, fixPort);
    }

    private Path javaHere() {
        return jvms.isEmpty() ? JavaCommand.ownJava() : JavaCommand.javaOf(path(jvms.get(0)));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new Refusal(ExitStatus.USAGE, "--jvm '" + text + "': no path: " + e.getReason(), e);
        }
    }

    private List<String> builtInArguments() {
        List<String> own = CommandText.split(arguments);
        List<String> wrong = CommandText.forbidden("--app-args", own, RUNS_OWN);
        if (!wrong.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, String.join("; ", wrong));
        }
        return own;
    }

    private static ApplicationUnderTest attached(String where) {
        Matcher matcher = HOST_AND_PORT.matcher(where);
        int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
        if (port > 0 && port < 65_536) {
            return new ApplicationUnderTest.Attached(matcher.group(1), port);
        }
        throw new Refusal(ExitStatus.USAGE, "--attach '" + where + "': expected HOST:PORT");
    }
}
