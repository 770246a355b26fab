package org.ticktoquote.comparison.gate.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/**
 * Normalizes the command of a process: removes directories, ports and the identity of the run, which differ in every run.
 */
final class NormalizedCommand {
    private static final String RUN = "--run";
    private static final String SECOND_RUN = "--second-run";
    private static final String JAR = "-jar";
    /** Leaves out words such as report and viewport. */
    private static final Pattern PORT =
            Pattern.compile("(?<=:|(?<!(?i:re|im|ex|sup|trans|pass|view|air))port[= ])[1-9][0-9]{3,4}\\b");

    private static final Pattern FOLDERS = Pattern.compile("(?<![\\w/:}])/(?:[^\\s\"',:=/]+/)*(?=[^\\s\"',:=/])");
    /** Options removed together with their value, which is compared by content or specific to the run. */
    private static final Set<String> WITHOUT = Set.of(
            RUN,
            JAR,
            "--run-identity",
            "--recording",
            "--window",
            "--feed",
            "--second-feed",
            SECOND_RUN,
            "--second-identity",
            "--turn-seed");

    /** Beginnings of the flags for log and error file of a JVM, whose paths can follow a colon. */
    private static final List<String> LOGS =
            List.of("-Xlog:", "-XX:ErrorFile=", "-Xverbosegclog:", "-Xdump:java:defaults:file=");

    private static final String NOTHING = "(?!)";

    private NormalizedCommand() {}

    /** Returns the normalized flags and options of a t2q process. */
    static String own(ProcessEnd process) {
        List<String> words = new ArrayList<>();
        List<String> command = process.command();
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (WITHOUT.contains(word)) {
                i++;
            } else if (LOGS.stream().noneMatch(word::startsWith)) {
                words.add(word);
            }
        }
        return withoutPlaces(String.join(" ", words));
    }

    /** Returns the user's command of the application without paths. Its files are compared by content. */
    static String application(RunManifest manifest) {
        return withoutPlaces(manifest.observed().processes().stream()
                .filter(process -> process.role().equals(Role.APPLICATION))
                .flatMap(process -> process.command().stream())
                .filter(word -> LOGS.stream().noneMatch(word::startsWith))
                .map(normalizer(manifest))
                .collect(Collectors.joining(" ")));
    }

    /** Returns the normalized JVM flags of the application. */
    static String flags(RunManifest manifest, String flags) {
        return withoutFolders(Stream.of(flags.split(" "))
                .filter(word -> LOGS.stream().noneMatch(word::startsWith))
                .map(normalizer(manifest))
                .collect(Collectors.joining(" ")));
    }

    /** Returns a function that replaces the directory, identity and ports of a run, also within a word. */
    private static UnaryOperator<String> normalizer(RunManifest manifest) {
        String run = directory(manifest);
        String before = run.startsWith("/") ? "(?<![\\w.-])" : "(?<=/)";
        Pattern own = Pattern.compile(run.isEmpty() ? NOTHING : before + Pattern.quote(run) + "(?![\\w.-])");
        Set<String> known = ports(manifest);
        Pattern ports =
                Pattern.compile(known.isEmpty() ? NOTHING : "(?<!\\d)(?:" + String.join("|", known) + ")(?!\\d)");
        String identity = manifest.about().identity().toString();
        return word -> {
            String anywhere = own.matcher(word).replaceAll("{run}").replace(identity, "{identity}");
            return ports.matcher(anywhere).replaceAll("{port}");
        };
    }

    /** Returns the ports of the feed, the venues and the FIX sessions, which can appear in a command. */
    private static Set<String> ports(RunManifest manifest) {
        String addresses = manifest.observed().host().entrySet().stream()
                .filter(fact ->
                        fact.getKey().equals(CaptureFacts.FIX) || fact.getKey().startsWith(RunManifest.VENUE_FACT))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining(" "));
        return PORT.matcher(manifest.replay().feed() + " " + addresses)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static String withoutPlaces(String command) {
        return PORT.matcher(withoutFolders(command)).replaceAll("{port}");
    }

    private static String withoutFolders(String command) {
        return FOLDERS.matcher(command).replaceAll("");
    }

    /** Returns the directory of the run as passed to its processes. */
    private static String directory(RunManifest manifest) {
        boolean second = "false".equals(manifest.observed().host().get(RunManifest.DUET_FIRST_FACT));
        String option = second ? SECOND_RUN : RUN;
        return manifest.observed().processes().stream()
                .map(ProcessEnd::command)
                .filter(command -> command.contains(option) && command.indexOf(option) + 1 < command.size())
                .map(command -> command.get(command.indexOf(option) + 1))
                .findFirst()
                .orElse("");
    }
}
