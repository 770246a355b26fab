package org.ticktoquote.harness.run;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.harness.host.FreePort;
import org.ticktoquote.harness.jvm.JvmFamily;
import org.ticktoquote.harness.jvm.JvmInquiry;
import org.ticktoquote.harness.process.JavaCommand;
import org.ticktoquote.harness.run.ApplicationUnderTest.Own;

/** The command lines of a run's processes, each argument by itself. */
final class Commands {
    /** Small fixed heaps: neither process produces garbage on its hot path, and both log what their collector does. */
    private static final List<String> HARNESS_JVM =
            List.of("-Xms192m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:+PerfDisableSharedMem");

    private static final Pattern ANY_UDP_PORT = Pattern.compile("(udp://[^?]*):0+(\\?.*|)");

    private final RunPlan plan;

    Commands(RunPlan plan) {
        this.plan = plan;
    }

    List<String> replayer() {
        return ours(Cast.REPLAYER, "replay", replayerArguments());
    }

    /** What the replayer is told. */
    List<String> replayerArguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "--recording", plan.recording().toString(),
                "--window", plan.window(),
                "--speed", Double.toString(plan.speed()),
                "--feed", feed(),
                "--run", plan.directory().path().toString()));
        arguments.addAll(plan.replayerOptions());
        return arguments;
    }

    /** A UDP feed needs a port that the application can bind; a TCP feed is bound by the replayer, who says where. */
    private String feed() {
        Matcher any = ANY_UDP_PORT.matcher(plan.feed());
        return any.matches() ? any.group(1) + ":" + FreePort.udp() + any.group(2) : plan.feed();
    }

    List<String> clients() {
        return ours(Cast.CLIENTS, "clients", clientsArguments(List.of()));
    }

    /** What the clients are told, and some more. */
    List<String> clientsArguments(List<String> more) {
        List<String> arguments = new ArrayList<>(more);
        arguments.addAll(List.of("--run", plan.directory().path().toString()));
        plan.sessionTemplate().ifPresent(file -> arguments.addAll(List.of("--session-template", file.toString())));
        arguments.addAll(plan.clientOptions());
        return arguments;
    }

    private List<String> ours(String role, String subcommand, List<String> arguments) {
        List<String> flags = new ArrayList<>(HARNESS_JVM);
        flags.addAll(JvmFamily.own().logFlags(inRun("gc-" + role + ".log")));
        return new JavaCommand(JavaCommand.ownJava(), flags).subcommand(subcommand, arguments);
    }

    private Path inRun(String file) {
        return plan.directory().path().toAbsolutePath().resolve(file);
    }

    private List<String> withLog(Path java, List<String> jvmFlags) {
        List<String> flags = new ArrayList<>(jvmFlags);
        flags.addAll(JvmInquiry.logFlags(java, inRun("gc.log")));
        return flags;
    }

    List<String> builtIn(ApplicationUnderTest.BuiltIn application, String feed) {
        return new JavaCommand(application.java(), withLog(application.java(), application.jvmFlags()))
                .subcommand("pricing-app", builtInArguments(application, feed));
    }

    /** What the built-in application is told. */
    List<String> builtInArguments(ApplicationUnderTest.BuiltIn application, String feed) {
        ApplicationModel model = plan.model();
        List<String> arguments = new ArrayList<>(List.of(
                "--feed", feed,
                "--fix-port", "0",
                "--sessions", Integer.toString(plan.sessions()),
                "--echo", Integer.toString(plan.matching().tag()),
                "--composite", model.composite(),
                "--half-spreads",
                        model.halfSpreadTenthPips().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(",")),
                "--skew", Long.toString(model.skewTenthPips()),
                "--stale-after", model.staleAfterNs() + "ns",
                "--truth", plan.directory().path().toString()));
        if (!model.rejectCrossed()) {
            arguments.add("--accept-crossed");
        }
        if (plan.conflation().policy().equals(Conflation.INTERVAL)) {
            arguments.add("--conflation");
            arguments.add(plan.conflation().intervalNs() + "ns");
        }
        arguments.addAll(application.arguments());
        return arguments;
    }

    /** What the application's command consists of, on the disk; nothing is known of one that is attached. */
    ApplicationFiles applicationFiles() {
        if (plan.application() instanceof ApplicationUnderTest.BuiltIn builtIn) {
            List<String> command = new JavaCommand(builtIn.java(), List.of()).subcommand("pricing-app", List.of());
            return ApplicationFiles.of(command, builtIn.java());
        }
        return plan.application() instanceof ApplicationUnderTest.Own own
                ? ApplicationFiles.of(own.arguments(), own.java())
                : new ApplicationFiles(List.of());
    }

    Endpoint ownEndpoint(Own application) {
        return new Endpoint("127.0.0.1", application.fixPort() == 0 ? FreePort.tcp() : application.fixPort());
    }

    List<String> own(Own application, String feedUri, Endpoint fix) {
        URI feed = URI.create(feedUri);
        Map<String, String> values = new HashMap<>();
        values.put("java", application.java().toString());
        values.put("jvmArgs", Own.JVM_ARGUMENTS); // stays for the step after, in which it becomes many
        values.put("feed", feedUri);
        values.put("feedHost", feed.getHost());
        values.put("feedPort", Integer.toString(feed.getPort()));
        values.put("fixHost", fix.host());
        values.put("fixPort", Integer.toString(fix.port()));
        values.put("sessions", Integer.toString(plan.sessions()));
        values.put("run", plan.directory().path().toAbsolutePath().toString());
        return CommandText.expand(
                CommandText.fill(application.arguments(), values), Own.JVM_ARGUMENTS, jvmFlags(application));
    }

    /** A command that does not take them is not worth asking its JVM what it is. */
    private List<String> jvmFlags(Own application) {
        return application.takesJvmFlags() ? withLog(application.java(), application.jvmFlags()) : List.of();
    }
}
