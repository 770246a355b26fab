package org.ticktoquote.analysis.gate.runs;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.DuetFacts;
import org.ticktoquote.core.run.PluginFile;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Under which conditions a run was made, fact by fact: the machine, the JVM, the load, what was declared, and t2q itself.
 * All of it must agree before runs are compared. The application is none of it.
 */
public final class RunConditions {
    /** Whose time stamps the latencies are of. */
    public static final String SOURCE = "source";

    /** The name of the condition that says which ticks were replayed. */
    static final String WINDOW = "window";

    private static final int DIGITS = 16;
    private static final List<String> HOST = List.of("fingerprint.", PluginFile.FACT, "threads", "hosts");
    private static final List<String> EXACT = List.of("clock", "applicationJava", "applicationJavaVendor");
    private static final String FLAGS = "applicationJavaFlags";
    private static final String COMMAND = "command of ";
    /** What the harness noticed, and which threads an application made, are results. */
    private static final List<String> NOTICED = List.of(".problems", ".trouble");

    /** Of every run; its host's facts come to them. */
    private static final List<String> ALWAYS = List.of(
            "clock",
            "applicationJava",
            "applicationJavaVendor",
            FLAGS,
            "duet",
            "t2q",
            "profile",
            "source",
            "recording",
            WINDOW,
            "feed",
            "sessions",
            "matching",
            "model",
            "conflation",
            "warmUp",
            "threads",
            "hosts",
            COMMAND + Role.REPLAYER,
            COMMAND + Role.CLIENTS);
    /** Their names depend on plugins, and on which hosts are in a run. */
    private static final Pattern OF_OPTIONS = Pattern.compile("(plugin\\.|(threads|hosts)[.-]).+");

    private RunConditions() {}

    /**
     * Facts that runs are going to state.
     *
     * @param hostFacts names of facts of the host that they run on
     */
    public static Set<String> names(Set<String> hostFacts) {
        Set<String> names = new TreeSet<>(ALWAYS);
        hostFacts.stream().filter(RunConditions::isOfHost).forEach(names::add);
        return names;
    }

    /** Whether runs with some plugin, thread plan or host may state a fact. */
    public static boolean isOfOptions(String fact) {
        return OF_OPTIONS.matcher(fact).matches();
    }

    private static boolean isOfHost(String fact) {
        return (EXACT.contains(fact) || HOST.stream().anyMatch(fact::startsWith))
                && NOTICED.stream().noneMatch(fact::endsWith);
    }

    /** Those of a run, and its application: what runs of one system agree about. */
    public static Map<String, String> withApplication(RunManifest manifest) {
        Map<String, String> facts = new TreeMap<>(of(manifest));
        String command = CommandWords.application(manifest);
        facts.put("application", command.isEmpty() ? "attached" : command);
        return facts;
    }

    /** Of a run, by rising name. */
    public static Map<String, String> of(RunManifest manifest) {
        Map<String, String> facts = new TreeMap<>();
        manifest.observed().host().forEach((name, value) -> {
            if (isOfHost(name)) {
                facts.put(name, value);
            }
        });
        facts.put(FLAGS, CommandWords.flags(manifest, manifest.observed().host().getOrDefault(FLAGS, "")));
        if (manifest.observed().host().containsKey(DuetFacts.PARTNER)) {
            facts.put("duet", "beside another release");
        }
        facts.put("t2q", manifest.about().product());
        facts.put("profile", manifest.about().profile());
        facts.put(SOURCE, manifest.about().source());
        facts.put("recording", manifest.recording().sha256());
        facts.put(WINDOW, window(manifest.replay()));
        facts.put("feed", manifest.replay().feed().replaceFirst(":.*", ""));
        facts.put("sessions", sessions(manifest.sessions()));
        facts.put("matching", manifest.declared().matching().toString());
        facts.put("model", model(manifest.declared().model()));
        facts.put("conflation", manifest.declared().conflation().toString());
        facts.put(
                "warmUp",
                "tolerance " + manifest.warmUp().tolerance() + ", peak of "
                        + manifest.warmUp().burstRate() + " ticks per second");
        for (ProcessEnd process : manifest.observed().processes()) {
            if (!process.role().equals(Role.APPLICATION)) {
                facts.put(
                        COMMAND + process.role(),
                        Role.isCapture(process.role()) ? "captures" : CommandWords.own(process));
            }
        }
        return Collections.unmodifiableMap(facts);
    }

    /** One word for all of them: runs with the same one may be compared. */
    public static String fingerprint(Map<String, String> facts) {
        return Sha256.ofText(new TreeMap<>(facts).toString(), DIGITS);
    }

    /** The ticks of a window, however its bounds were written: {@code 18,982 ticks at speed 1.0, content 1f2e3d4c5b6a7988}. */
    private static String window(RunManifest.Replay replay) {
        return Counted.of(replay.ticks(), "tick") + " at speed " + replay.speed() + ", content "
                + replay.windowSha256()
                        .substring(0, Math.min(DIGITS, replay.windowSha256().length()));
    }

    private static String sessions(List<SessionPlan> sessions) {
        String each = sessions.stream()
                .map(session -> session.tier() + " " + session.instruments())
                .collect(Collectors.joining("; "));
        long pairs = sessions.stream()
                .mapToLong(session -> session.instruments().size())
                .max()
                .orElse(0);
        return sessions.size() + " of up to " + pairs + " pairs, " + Sha256.ofText(each, DIGITS);
    }

    private static String model(ApplicationModel model) {
        return model.known() ? model.toString() : "unknown";
    }
}
