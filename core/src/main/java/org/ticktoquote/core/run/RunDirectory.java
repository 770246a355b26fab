package org.ticktoquote.core.run;

import java.nio.file.Path;
import java.util.Locale;

/** The files of one run, by the names that every process and every reader uses. */
public record RunDirectory(Path path) {
    /** The log of the application's JVM, where that takes our flags; a longer one has parts beside it, {@code gc.log.0} .... */
    public static final String APPLICATION_GC_LOG = "gc.log";

    /** What the threads of the application waited for, and its host's CPUs. */
    public static final String APPLICATION_EVIDENCE = "evidence-application.jsonl";

    /** The flight recording of the application's JVM, where the run was asked for one. */
    public static final String APPLICATION_FLIGHT = "application.jfr";

    /** Where threads of the application ran, where the run was given async-profiler. */
    public static final String APPLICATION_PROFILE = "application-async.jfr";

    public Path manifest() {
        return path.resolve("run.json");
    }

    public Path summary() {
        return path.resolve("summary.json");
    }

    /** The percentile curves behind the summary. */
    public Path curves() {
        return path.resolve("curves.json");
    }

    /** What bounds and comparisons need of the run. */
    public Path statistics() {
        return path.resolve("statistics.json");
    }

    /** Its late ticks and what made them late. */
    public Path outliers() {
        return path.resolve("outliers.json");
    }

    /** The service levels that the run is held to; not there where it is held to none. */
    public Path serviceLevels() {
        return path.resolve("slo.json");
    }

    /** What became of these levels, for build servers; likewise. */
    public Path serviceLevelSuite() {
        return path.resolve("slo.xml");
    }

    /** What became of each tick at each session. */
    public Path tickResults() {
        return path.resolve("tick-results.bin");
    }

    /** The same, where snapshots do not name their ticks, under the attribution that answers soonest. */
    public Path tickResultsSoonest() {
        return path.resolve("tick-results-soonest.bin");
    }

    /** The measured ticks. */
    public Path ticks() {
        return path.resolve("ticks.journal");
    }

    /** The warm-up ticks. */
    public Path warmUp() {
        return path.resolve("warmup.journal");
    }

    /** What one session received. */
    public Path quotes(int session) {
        return path.resolve(String.format(Locale.ROOT, "quotes-%02d.journal", session));
    }

    /** The run that was made of a capture of this one. */
    public RunDirectory wire() {
        return new RunDirectory(path.resolve("wire"));
    }

    /** What that run says of this one. */
    public Path wireFigures() {
        return path.resolve("wire.json");
    }

    /** Of a run that was made of captures: how its ticks were named there. */
    public Path sourceIds() {
        return path.resolve("source-ids.journal");
    }

    /** What a role captured: the file's name, to which each file of the ring adds a number. */
    public static String captureFile(String role) {
        return role + ".pcap";
    }

    /** The standard error of one process. */
    public Path log(String role) {
        return path.resolve(role + ".log");
    }

    /** The messages of one process, where it was asked to show them. */
    public Path trace(String role) {
        return path.resolve(role + ".trace");
    }

    /** The late wake-ups of one process. */
    public Path hiccups(String role) {
        return path.resolve("hiccups-" + role + ".journal");
    }

    /** What one process wrote down about itself. */
    public Path audit(String role) {
        return path.resolve("audit-" + role + ".jsonl");
    }

    /** The unified JVM log of one of the harness's processes. */
    public Path gcLog(String role) {
        return path.resolve("gc-" + role + ".log");
    }

    /** The log of the application's JVM. */
    public Path applicationGcLog() {
        return path.resolve(APPLICATION_GC_LOG);
    }

    /** The flight recording of the application's JVM. */
    public Path applicationFlight() {
        return path.resolve(APPLICATION_FLIGHT);
    }

    /** What async-profiler took of the application's JVM. */
    public Path applicationProfile() {
        return path.resolve(APPLICATION_PROFILE);
    }

    /**
     * What a recording of the application holds of one of the worst episodes: {@code episode-01.jfr} of {@code application.jfr},
     * {@code episode-01-async.jfr} of {@code application-async.jfr}.
     *
     * @param recording that it is cut out of
     * @param rank 1 of the worst
     */
    public Path episode(Path recording, int rank) {
        String name = String.valueOf(recording.getFileName());
        return path.resolve(String.format(Locale.ROOT, "episode-%02d", rank) + name.substring("application".length()));
    }

    /** What was written down of the application's threads and its host while it was measured. */
    public Path applicationEvidence() {
        return path.resolve(APPLICATION_EVIDENCE);
    }

    /** What the application's command consists of, as lines of sha256sum. */
    public Path applicationFiles() {
        return path.resolve("application.sha256");
    }

    /** What became of the threads where a plan placed them. */
    public Path threads() {
        return path.resolve("threads.json");
    }

    /** Threads of the application and who wakes whom, observed for {@code --threads managed}. */
    public Path threadGraph() {
        return path.resolve("graph.json");
    }

    /** Plan of {@code --threads managed}. */
    public Path threadPlan() {
        return path.resolve("plan.yaml");
    }

    /** The same of a host other than the application's. */
    public Path threads(String host) {
        return path.resolve("threads-" + host + ".json");
    }

    public Path report() {
        return path.resolve("report.html");
    }
}
