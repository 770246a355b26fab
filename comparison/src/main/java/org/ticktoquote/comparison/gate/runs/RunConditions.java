package org.ticktoquote.comparison.gate.runs;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ticktoquote.comparison.gate.GateFingerprint;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.PluginFile;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Conditions of a run, fact by fact: machine, JVM, load, declarations and t2q itself, excluding the application. Runs are
 * compared only if all of them agree.
 */
public final class RunConditions {
    /** Name of the condition with the source of the time stamps. */
    public static final String SOURCE = "source";

    /** Name of the condition that identifies the ticks replayed. */
    static final String WINDOW = "window";

    static final String DUET = "duet";
    static final String BY_TURNS = "by turns with another release";

    private static final int DIGITS = 16;
    private static final String THREADS = "threads";
    private static final List<String> HOST = List.of("fingerprint.", PluginFile.FACT, THREADS, "hosts");
    private static final List<String> EXACT = List.of("clock", "applicationJava", "applicationJavaVendor");
    private static final String FLAGS = "applicationJavaFlags";
    private static final String COMMAND = "command of ";
    /** Facts that are results, not conditions: placed threads, and failures to fetch files from hosts. */
    private static final Pattern RESULTS = Pattern.compile(
            "(threads|hosts).*\\.(sets|newcomers|watch|restored|notes|problems|trouble|predicted\\.[^.]+)");

    private static final String PLAN = ".plan";
    /** Value of {@code threads.plan} if the run made its plan: the plan's hash, or the reason for {@code auto}. */
    private static final Pattern MADE_IN_RUN = Pattern.compile("[0-9a-f]{12}|auto: .*", Pattern.DOTALL);

    /** Conditions of every run; facts of the host are added. */
    private static final List<String> ALWAYS = List.of(
            "clock",
            "applicationJava",
            "applicationJavaVendor",
            FLAGS,
            DUET,
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
            THREADS,
            "hosts",
            COMMAND + Role.REPLAYER,
            COMMAND + Role.CLIENTS);
    /** Names that depend on the plug-ins, thread plan or hosts of a run. */
    private static final Pattern OF_OPTIONS = Pattern.compile("(plugin\\.|(threads|hosts)[.-]).+");

    private RunConditions() {}

    /**
     * Returns the names of the conditions of future runs.
     *
     * @param hostFacts names of the facts of the host
     */
    public static Set<String> names(Set<String> hostFacts) {
        Set<String> names = new TreeSet<>(ALWAYS);
        hostFacts.stream().filter(RunConditions::isOfHost).forEach(names::add);
        return names;
    }

    /** Returns whether a fact can come from a plug-in, thread plan or host. */
    public static boolean isOfOptions(String fact) {
        return OF_OPTIONS.matcher(fact).matches();
    }

    private static boolean isOfHost(String fact) {
        return (EXACT.contains(fact) || HOST.stream().anyMatch(fact::startsWith))
                && !RESULTS.matcher(fact).matches();
    }

    /** Returns the conditions and the command of the application; runs of one system agree on all of them. */
    public static Map<String, String> withApplication(RunManifest manifest) {
        Map<String, String> facts = new TreeMap<>(of(manifest));
        String command = NormalizedCommand.application(manifest);
        facts.put("application", command.isEmpty() ? "attached" : command);
        return facts;
    }

    /** Returns the conditions of a run, sorted by name. */
    public static Map<String, String> of(RunManifest manifest) {
        Map<String, String> facts = new TreeMap<>();
        manifest.observed().host().forEach((name, value) -> {
            if (isOfHost(name)) {
                facts.put(name, value);
            }
        });
        reduceThreads(facts);
        facts.put(
                FLAGS,
                NormalizedCommand.flags(manifest, manifest.observed().host().getOrDefault(FLAGS, "")));
        if (manifest.observed().host().containsKey(RunManifest.DUET_PARTNER_FACT)) {
            facts.put(DUET, manifest.turns() == null ? "in parallel with another release" : BY_TURNS);
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
                        Role.isCapture(process.role()) ? "captures" : NormalizedCommand.own(process));
            }
        }
        return Collections.unmodifiableMap(facts);
    }

    /**
     * Reduces the facts of thread placement to the plan: the content of a file, without numbers of threads. A plan made in
     * the run depends on the application, so only the choice of {@code managed} is a condition.
     */
    private static void reduceThreads(Map<String, String> facts) {
        if (MADE_IN_RUN.matcher(facts.getOrDefault(THREADS + PLAN, "")).matches()) {
            facts.keySet().removeIf(name -> name.startsWith(THREADS));
            facts.put(THREADS, "managed");
        }
        facts.keySet().removeIf(name -> name.endsWith(PLAN) && facts.containsKey(name + "Sha256"));
        facts.replaceAll((name, value) ->
                name.startsWith(THREADS) && !name.endsWith(PLAN) ? value.replaceFirst("(?s):.*", "") : value);
    }

    /** Returns a digest of conditions; runs with the same digest can be compared. */
    public static String fingerprint(Map<String, String> facts) {
        return Sha256.ofText(new TreeMap<>(facts).toString(), DIGITS);
    }

    /**
     * Describes the ticks of a window independently of the notation of its bounds: {@code 18,982 ticks at speed 1.0,
     * content 1f2e3d4c5b6a7988}.
     */
    private static String window(RunManifest.Replay replay) {
        return CountText.of(replay.ticks(), "tick") + " at speed " + replay.speed() + ", content "
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

    /** Returns the facts of each run of a side, named by the shortest suffix of its path that no other run has. */
    public static List<GateFingerprint> facts(List<GatedRun> runs, Function<GatedRun, Map<String, String>> values) {
        List<String> paths = runs.stream().map(RunConditions::path).toList();
        return runs.stream()
                .map(run -> new GateFingerprint(shortest(run.name(), path(run), paths), values.apply(run), run.shown()))
                .toList();
    }

    /** Returns the path of a run as users know it; copies in the gate store have other folders. */
    private static String path(GatedRun run) {
        Path directory = run.directory();
        String path =
                directory == null ? "" : directory.toAbsolutePath().normalize().toString();
        return path.endsWith("/" + run.name()) ? path : run.name();
    }

    private static String shortest(String name, String path, List<String> paths) {
        String end = name;
        while (end.length() < path.length() && has(end, paths) > 1) {
            end = path.substring(path.lastIndexOf('/', path.length() - end.length() - 2) + 1);
        }
        return end;
    }

    private static long has(String end, List<String> paths) {
        return paths.stream().filter(path -> ("/" + path).endsWith("/" + end)).count();
    }
}
