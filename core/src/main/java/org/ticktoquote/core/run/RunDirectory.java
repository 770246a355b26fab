package org.ticktoquote.core.run;

import java.nio.file.Path;
import java.util.Locale;

/** Files of one run, with the names that all writers and readers use. */
public record RunDirectory(Path path) {
    /** GC log of the application's JVM, if it accepts t2q's flags. A long log has further parts, {@code gc.log.0} and so on. */
    public static final String APPLICATION_GC_LOG = "gc.log";

    /** Waits of the application's threads, and the CPUs of its host. */
    public static final String APPLICATION_EVIDENCE = "evidence-application.jsonl";

    /** Flight recording of the application's JVM, if requested. */
    public static final String APPLICATION_FLIGHT = "application.jfr";

    /** Samples of the application's threads by async-profiler, if the run uses it. */
    public static final String APPLICATION_PROFILE = "application-async.jfr";

    public Path manifest() {
        return path.resolve("run.json");
    }

    public Path summary() {
        return path.resolve("summary.json");
    }

    /** Percentile curves of the summary. */
    public Path curves() {
        return path.resolve("curves.json");
    }

    /** Data of the run for bounds and comparisons. */
    public Path statistics() {
        return path.resolve("statistics.json");
    }

    /** Late ticks and their causes. */
    public Path outliers() {
        return path.resolve("outliers.json");
    }

    /** Service levels of the run. Absent if it has none. */
    public Path serviceLevels() {
        return path.resolve("slo.json");
    }

    /** Outcomes of the service levels, for build servers. Absent if the run has none. */
    public Path serviceLevelSuite() {
        return path.resolve("slo.xml");
    }

    /** Outcome of each tick at each session. */
    public Path tickResults() {
        return path.resolve("tick-results.bin");
    }

    /** Outcomes with the soonest attribution, if snapshots carry no tick ids. */
    public Path tickResultsSoonest() {
        return path.resolve("tick-results-soonest.bin");
    }

    /** Measured ticks. */
    public Path ticks() {
        return path.resolve("ticks.journal");
    }

    public Path warmUp() {
        return path.resolve("warmup.journal");
    }

    /** Events of one session. */
    public Path quotes(int session) {
        return path.resolve(String.format(Locale.ROOT, "quotes-%02d.journal", session));
    }

    /** The run derived from a capture of this run. */
    public RunDirectory wire() {
        return new RunDirectory(path.resolve("wire"));
    }

    /** The run of the null responder, which measures the harness's share. */
    public RunDirectory harnessShare() {
        return new RunDirectory(path.resolve("harness-share"));
    }

    /** Latencies of this run and of the run derived from its capture. */
    public Path wireFigures() {
        return path.resolve("wire.json");
    }

    /** Periods without a known price of a pair, for a run derived from captures that lack ticks. */
    public Path priceGaps() {
        return path.resolve("price-gaps.journal");
    }

    /** Ids of the ticks in the captures, for a run derived from captures. */
    public Path sourceIds() {
        return path.resolve("source-ids.journal");
    }

    /** Returns the file name of a capture. Each file of the ring appends a number. */
    public static String captureFile(String role) {
        return role + ".pcap";
    }

    /** Standard error of one process. */
    public Path log(String role) {
        return path.resolve(role + ".log");
    }

    /** Traced messages of one process, if requested. */
    public Path trace(String role) {
        return path.resolve(role + ".trace");
    }

    /** Late wake-ups of one process. */
    public Path hiccups(String role) {
        return path.resolve("hiccups-" + role + ".journal");
    }

    /** Self-monitoring of one process. */
    public Path audit(String role) {
        return path.resolve("audit-" + role + ".jsonl");
    }

    /** Unified JVM log of one of the harness's processes. */
    public Path gcLog(String role) {
        return path.resolve("gc-" + role + ".log");
    }

    public Path applicationGcLog() {
        return path.resolve(APPLICATION_GC_LOG);
    }

    public Path applicationFlight() {
        return path.resolve(APPLICATION_FLIGHT);
    }

    public Path applicationProfile() {
        return path.resolve(APPLICATION_PROFILE);
    }

    /**
     * Returns the file of the part of a recording that covers one of the worst episodes: {@code episode-01.jfr} of
     * {@code application.jfr}, {@code episode-01-async.jfr} of {@code application-async.jfr}.
     *
     * @param recording file from which the part is cut
     * @param rank 1 is the worst
     */
    public Path episode(Path recording, int rank) {
        String name = String.valueOf(recording.getFileName());
        return path.resolve(String.format(Locale.ROOT, "episode-%02d", rank) + name.substring("application".length()));
    }

    public Path applicationEvidence() {
        return path.resolve(APPLICATION_EVIDENCE);
    }

    /** Files of the application's command, in the format of sha256sum. */
    public Path applicationFiles() {
        return path.resolve("application.sha256");
    }

    /** Outcome of thread placement by a plan. */
    public Path threads() {
        return path.resolve("threads.json");
    }

    /** Threads of the application and their wake-ups, observed for {@code --threads managed}. */
    public Path threadGraph() {
        return path.resolve("graph.json");
    }

    /** Plan of {@code --threads managed}. */
    public Path threadPlan() {
        return path.resolve("plan.yaml");
    }

    /** Outcome of thread placement on a host other than the application's. */
    public Path threads(String host) {
        return path.resolve("threads-" + host + ".json");
    }

    public Path report() {
        return path.resolve("report.html");
    }
}
