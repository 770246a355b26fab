package org.ticktoquote.analysis.evidence;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Reads the evidence of the causes of a run's slow ticks, one element per source, on the run's clock. */
public final class RunEvidence {
    /** Larger than the uncertainty of a JVM's uptime. */
    private static final long START_SLACK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final String APPLICATION_JAVA = "applicationJava";

    private final RunDirectory directory;
    private final RunManifest manifest;
    private final ClockTranslation clock;

    private RunEvidence(RunDirectory directory, RunManifest manifest) {
        this.directory = directory;
        this.manifest = manifest;
        this.clock = manifest.translation(Role.APPLICATION);
    }

    /**
     * Reads all sources.
     *
     * @throws org.ticktoquote.core.command.ProblemException if an existing file cannot be read
     */
    public static List<CauseEvidence> of(RunDirectory directory, RunManifest manifest) {
        return of(directory, manifest, flight(directory, manifest));
    }

    /** Reads all sources except the flight recording, which the caller has read. */
    public static List<CauseEvidence> of(RunDirectory directory, RunManifest manifest, FlightRecording flight) {
        RunEvidence evidence = new RunEvidence(directory, manifest);
        ApplicationEvidence application = evidence.application();
        return List.of(
                application.stops(),
                evidence.jvm(),
                flight.blocked(),
                application.waits(),
                application.steal(),
                application.traced(),
                application.interrupted(),
                application.network(),
                application.unread());
    }

    /** Reads the flight recording of the application's JVM. */
    public static FlightRecording flight(RunDirectory directory, RunManifest manifest) {
        return new RunEvidence(directory, manifest).flight();
    }

    /** Adds the activity of the application's threads to each interval. */
    public static void addActivity(RunDirectory directory, RunManifest manifest, List<ThreadActivity> stretches) {
        RunEvidence evidence = new RunEvidence(directory, manifest);
        if (!stretches.isEmpty() && evidence.uncollected().isEmpty()) {
            ThreadActivity.read(directory.applicationEvidence(), manifest.identity(), evidence.clock, stretches);
        }
    }

    /** Reads the state of the application's host. */
    public static HostState host(RunDirectory directory, RunManifest manifest) {
        RunEvidence evidence = new RunEvidence(directory, manifest);
        String missing = evidence.uncollected();
        return missing.isEmpty()
                ? HostState.read(directory.applicationEvidence(), manifest.identity(), evidence.clock)
                : HostState.absent(missing);
    }

    /** Prefers the stack samples of async-profiler if the run used it. */
    private FlightRecording flight() {
        FlightRecording recorded =
                flight(directory.applicationFlight(), RunManifest.FLIGHT_FACT, RunManifest.FLIGHT_SHA256_FACT);
        return manifest.observed().host().containsKey(RunManifest.PROFILE_SHA256_FACT)
                ? recorded.sampledBy(flight(
                        directory.applicationProfile(), RunManifest.PROFILE_FACT, RunManifest.PROFILE_SHA256_FACT))
                : recorded;
    }

    private FlightRecording flight(Path file, String fact, String sha256Fact) {
        Map<String, String> facts = manifest.observed().host();
        String taken = facts.getOrDefault(fact, RunManifest.NO_EVIDENCE + "not requested");
        if (taken.startsWith(RunManifest.NO_EVIDENCE)) {
            return FlightRecording.absent(taken.substring(RunManifest.NO_EVIDENCE.length()));
        }
        Optional<String> changed = changed(file, facts.getOrDefault(sha256Fact, ""));
        if (changed.isPresent()) {
            return FlightRecording.absent(file.getFileName() + " " + changed.get());
        }
        RunTimeOfDay time = RunTimeOfDay.of(manifest);
        return time.translation()
                .map(day -> FlightRecording.read(file, day, manifest.replay().t0Ns()))
                .orElseGet(() -> FlightRecording.absent(time.absence()));
    }

    /**
     * Returns the reason if the file is missing or was changed after the run. Only an unchanged file is parsed, because the
     * JDK's parser trusts its input.
     */
    private static Optional<String> changed(Path file, String sha256) {
        String found = FileDigest.of(file, "").sha256();
        if (found.isEmpty()) {
            return Optional.of("is missing" + (sha256.isEmpty() ? ": the application's JVM did not write it" : ""));
        }
        return sha256.equals(found)
                ? Optional.empty()
                : Optional.of("was changed after the run: its sha256 differs from run.json");
    }

    private ApplicationEvidence application() {
        String missing = uncollected();
        return missing.isEmpty()
                ? ApplicationEvidence.read(directory.applicationEvidence(), manifest.identity(), clock, untraced())
                : ApplicationEvidence.absent(missing);
    }

    /** Returns why the application was not sampled; empty if it was. */
    private String uncollected() {
        String collected = manifest.observed().host().getOrDefault(RunManifest.EVIDENCE_FACT, "");
        return collected.startsWith(RunManifest.NO_EVIDENCE)
                ? collected.substring(RunManifest.NO_EVIDENCE.length())
                : "";
    }

    /** Returns why there is no kernel trace; empty if there is one. */
    private String untraced() {
        String traced = manifest.observed()
                .host()
                .getOrDefault(RunManifest.TRACE_FACT, RunManifest.NO_EVIDENCE + "not requested (--kernel-trace)");
        return traced.startsWith(RunManifest.NO_EVIDENCE) ? traced.substring(RunManifest.NO_EVIDENCE.length()) : "";
    }

    private CauseEvidence jvm() {
        Path file = directory.applicationGcLog();
        Optional<String> unread = unread();
        if (unread.isPresent()) {
            return jvm(JvmLog.absent(unread.get()), clock);
        }
        boolean verbose = VerboseGcLog.is(file);
        if (verbose || UptimeLog.is(file)) {
            RunTimeOfDay time = RunTimeOfDay.of(manifest);
            return time.translation()
                    .map(day -> jvm(verbose ? verbose(file, day) : uptime(file, day), day))
                    .orElseGet(() -> jvm(
                            JvmLog.absent(RunDirectory.APPLICATION_GC_LOG + " has times of day, and " + time.absence()),
                            clock));
        }
        return jvm(JvmLog.read(file, earliest(clock), latest(clock), !attached(), () -> {}), clock);
    }

    private JvmLog verbose(Path file, ClockTranslation day) {
        return attached()
                ? VerboseGcLog.readAttached(file, began(day), latest(day))
                : VerboseGcLog.read(file, began(day), latest(day));
    }

    private JvmLog uptime(Path file, ClockTranslation day) {
        return attached()
                ? UptimeLog.readAttached(file, began(day), latest(day))
                : UptimeLog.read(file, began(day), latest(day));
    }

    /** Returns why there is no collector log; empty if there can be one. */
    private Optional<String> unread() {
        String own = manifest.observed().host().getOrDefault(RunManifest.COLLECTOR_LOG_FACT, "");
        if (own.startsWith(RunManifest.NO_EVIDENCE)) {
            return Optional.of(own.substring(RunManifest.NO_EVIDENCE.length()));
        }
        return own.isEmpty() && attached()
                ? Optional.of("the application was attached: name its collector log with --app-gc-log FILE")
                : Optional.empty();
    }

    private CauseEvidence jvm(JvmLog log, ClockTranslation of) {
        return log.evidence(RunDirectory.APPLICATION_GC_LOG, java(), of);
    }

    /** Returns the earliest start of the application's JVM; unlimited if the application was attached. */
    private long earliest(ClockTranslation of) {
        return attached() ? VerboseGcLog.ANY_START : began(of);
    }

    private long began(ClockTranslation of) {
        return of.fromRun(beganNs()) - of.boundNs() - START_SLACK_NS;
    }

    private long latest(ClockTranslation of) {
        return of.fromRun(endedNs()) + of.boundNs() + START_SLACK_NS;
    }

    private boolean attached() {
        return manifest.observed().processes().stream()
                .anyMatch(process -> process.end().equals(ProcessEnd.ATTACHED));
    }

    /** Returns name and version of the application's Java, or {@code none: } or {@code unknown: } with a reason. */
    private String java() {
        return manifest.observed().host().getOrDefault(APPLICATION_JAVA, "");
    }

    /** Returns the first clock reading, taken just before the application starts. */
    private long beganNs() {
        return clocks().min().orElse(Long.MIN_VALUE / 4);
    }

    private long endedNs() {
        LongStream ends = manifest.observed().processes().stream().mapToLong(ProcessEnd::endedNs);
        return LongStream.concat(LongStream.of(manifest.replay().drainDeadlineNs()), LongStream.concat(ends, clocks()))
                .max()
                .orElse(Long.MAX_VALUE / 4);
    }

    private LongStream clocks() {
        ClockTranslation harness = manifest.translation(Role.HARNESS);
        return manifest.time().clocks().stream()
                .mapToLong(ClockPair::monotonicNs)
                .map(harness::toRun);
    }

    /**
     * Translation from the time of day of the application's host to the run's clock, from the clock readings in
     * {@code run.json}.
     *
     * @param translation translation of ns since 1970-01-01 UTC to the run's clock; empty if unavailable
     * @param absence why it is unavailable
     */
    private record RunTimeOfDay(Optional<ClockTranslation> translation, String absence) {
        /** A larger change is a step, not a correction. */
        private static final long MAX_SLEW_NS = TimeUnit.MILLISECONDS.toNanos(50);

        /** Creates the translation for a host that the harness and the application share. */
        static RunTimeOfDay of(RunManifest manifest) {
            if (manifest.time().translations().containsKey(Role.APPLICATION)) {
                return absent("the application ran on another host, and the run did not read its time of day");
            }
            List<ClockTranslation.Point> points = new ArrayList<>();
            ClockTranslation harness = manifest.translation(Role.HARNESS);
            ClockPair last = null;
            for (ClockPair pair : manifest.time().clocks()) {
                long slewNs = last == null ? 0 : Math.abs(last.slewNs(pair));
                if (slewNs > MAX_SLEW_NS) {
                    return absent("the time of day was changed during the run by " + DurationText.format(slewNs)
                            + ": times of the recording cannot be translated");
                }
                if (last != null && pair.realtimeNs() <= last.realtimeNs()) {
                    continue; // the time of day stood still or was set back slightly, and points must rise
                }
                points.add(new ClockTranslation.Point(
                        pair.realtimeNs(), harness.toRun(pair.monotonicNs()), pair.uncertaintyNs() + slewNs));
                last = pair;
            }
            return points.isEmpty()
                    ? absent("run.json has no clock readings")
                    : new RunTimeOfDay(Optional.of(new ClockTranslation(points)), "");
        }

        private static RunTimeOfDay absent(String reason) {
            return new RunTimeOfDay(Optional.empty(), reason);
        }
    }
}
