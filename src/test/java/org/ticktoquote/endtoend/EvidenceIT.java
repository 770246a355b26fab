package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.audit.ControlAudit;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.evidence.HostSource;
import org.ticktoquote.analysis.evidence.HostState;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Disturbances of a measured application appear in the evidence of its run at the right times. */
class EvidenceIT {
    private static final long COLLECTIONS = 2;
    private static final long STOP_MS = 250;
    private static final long LONG_STOP_MS = 500;
    /** A tenth of the interval, with an allowance for a busy machine. */
    private static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    @TempDir
    private Path folder;

    @Test
    void findsCollectionsAndAStopAtTheirTimes() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "4");
        Scenario scenario = Scenario.coldIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+2s..T0+2min", "--feed", "tcp://127.0.0.1:0")
                .flag("--profile-outliers");
        List<long[]> collections = new ArrayList<>();
        Stop stop;
        try (T2qProcess process = scenario.start()) {
            ProcessHandle application = Processes.of(scenario.directory(), Stop.APPLICATION);
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(500));
            for (int i = 0; i < COLLECTIONS; i++) {
                collections.add(collect(application));
            }
            stop = Stop.of(scenario, Stop.APPLICATION, LONG_STOP_MS);
            scenario.terminateAfter(TimeUnit.MILLISECONDS.toNanos(500));
            stop.assertSeen(RunCell.of(scenario.directory()), Summaries.of(scenario.directory()), process);
        }
        RunDirectory directory = new RunDirectory(scenario.directory());
        List<CauseEvidence> evidence = RunEvidence.of(directory, RunManifest.read(directory.manifest()));
        assertThat(evidence)
                .filteredOn(source -> source.source().equals("kernel trace"))
                .hasSize(2)
                .allSatisfy(source -> assertThat(source.absence()).isEqualTo("not requested (--kernel-trace)"));
        assertThat(evidence)
                .filteredOn(source -> !source.source().equals("kernel trace"))
                .allSatisfy(source -> {
                    assertThat(source.absence()).isEmpty();
                    assertThat(source.reservation())
                            .matches("(stops shorter than .* can be missed: samples were that far apart)?");
                    assertThat(source.intervals())
                            .allSatisfy(
                                    interval -> assertThat(interval.mostNs()).isBetween(0L, interval.lengthNs()));
                });
        List<EvidenceInterval> ordered = intervals(evidence, Cause.JVM_STOP).stream()
                .filter(interval -> interval.text().contains("(Diagnostic Command)"))
                .toList();
        assertThat(ordered).hasSize((int) COLLECTIONS);
        for (int i = 0; i < COLLECTIONS; i++) {
            long[] collection = collections.get(i);
            assertThat(ordered.get(i).fromNs()).isBetween(collection[0], collection[1]);
            assertThat(ordered.get(i).toNs()).isGreaterThan(ordered.get(i).fromNs());
        }
        long gapNs = longestGapNs(directory);
        assertThat(intervals(evidence, Cause.STOPPED)).singleElement().satisfies(found -> {
            assertThat(found.fromNs()).isBetween(stop.fromNs() - 2 * gapNs, stop.fromNs());
            assertThat(found.toNs()).isBetween(stop.toNs(), stop.toNs() + 2 * gapNs);
        });
        CauseEvidence waits = evidence.stream()
                .filter(source -> source.cause() == Cause.RUN_QUEUE)
                .findFirst()
                .orElseThrow();
        assertThat(waits.costNs().orElseThrow()).isPositive();
        assertThat(waits.intervals()).extracting(EvidenceInterval::who).allMatch(who -> !who.isBlank());
        HostState host = RunEvidence.host(directory, RunManifest.read(directory.manifest()));
        assertThat(host.sources())
                .filteredOn(source -> source.name().equals("interrupts"))
                .allSatisfy(source -> assertThat(source.costNs().orElseThrow()).isPositive());
        assertThat(host.between(stop.fromNs(), stop.toNs()))
                .anyMatch(line -> line.startsWith("host, interrupts, the worst of "));
    }

    /** Returns the longest time between two samples of the application's state. */
    private static long longestGapNs(RunDirectory directory) {
        EvidenceFile read = EvidenceFile.read(
                directory.applicationEvidence(),
                RunManifest.read(directory.manifest()).identity(),
                sample -> {});
        return read.cost().orElseThrow().longestStopGapNs();
    }

    @FullProof
    @Test
    void collectsNoEvidenceIfSwitchedOff() throws Exception {
        Scenario scenario = Scenario.coldIn(folder).with("--window", "T0..T0+500ms", "--evidence-interval", "none");
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "2");
        scenario.with("--recording", recording.toString()).run(0);
        RunDirectory directory = new RunDirectory(scenario.directory());
        assertThat(Files.exists(directory.applicationEvidence())).isFalse();
        assertThat(RunEvidence.of(directory, RunManifest.read(directory.manifest())))
                .filteredOn(source -> source.cause() == Cause.RUN_QUEUE)
                .extracting(CauseEvidence::absence)
                .hasSize(2) // samples of threads, and the trace that they request
                .containsOnly("--evidence-interval none");
        assertThat(RunEvidence.host(directory, RunManifest.read(directory.manifest()))
                        .sources())
                .extracting(HostSource::absence)
                .containsOnly("--evidence-interval none");
    }

    /** Stopping the control JVM simulates a machine without a free CPU. */
    @Test
    @FullProof
    void controlJvmShowsWhenTheMachineWasLateAndItsEffect() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "4");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0-1s..T0+4s", "--feed", "tcp://127.0.0.1:0")
                .flag("--control-jvm");
        Stop stop;
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(500));
            stop = Stop.of(scenario, "control-jvm", STOP_MS);
            scenario.assertEnded(process, 0);
        }
        RunDirectory directory = new RunDirectory(scenario.directory());
        RunManifest manifest = RunManifest.read(directory.manifest());
        assertThat(manifest.observed().host())
                .containsEntry(RunManifest.CONTROL_FACT, "on the CPUs of the application");
        assertThat(manifest.observed().processes())
                .filteredOn(process -> process.role().equals(Role.CONTROL))
                .singleElement()
                .satisfies(process -> assertThat(process.exitStatus()).isZero());
        ControlAudit control = RunAudit.of(directory, manifest, Workers.ALONE).control();
        assertThat(control.damage()).isEmpty();
        assertThat(control.costNs().orElseThrow()).isPositive();
        assertThat(control.late()).anySatisfy(late -> {
            assertThat(late.fromNs()).isBetween(stop.fromNs() - SLACK_NS, stop.fromNs() + SLACK_NS / 10);
            assertThat(late.toNs()).isBetween(stop.toNs(), stop.toNs() + SLACK_NS);
        });
        Path json = folder.resolve("outliers.json");
        assertThat(T2qProcess.run(folder, "outliers", directory.path().toString(), "--json", json.toString())
                        .awaitEnd())
                .isZero();
        assertThat(Files.readString(json)).contains("\"cause\" : \"machine\"");
    }

    /** Names a program that spins on the application's only CPU, or the reason why there is no kernel trace. */
    @Test
    @LongProof
    void kernelTraceNamesTheProcessThatRanInstead() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "4");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0-1s..T0+4s", "--feed", "tcp://127.0.0.1:0")
                .flag("--kernel-trace");
        long hog;
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(500));
            long pid = Processes.of(scenario.directory(), Stop.APPLICATION).pid();
            assertThat(run("taskset", "-apc", "0", Long.toString(pid)).waitFor())
                    .isZero();
            Process spinning = run("timeout", "2", "taskset", "-c", "0", "sh", "-c", "echo $$; while :; do :; done");
            hog = Long.parseLong(spinning.inputReader().readLine());
            process.awaitEnd();
        }
        RunDirectory directory = new RunDirectory(scenario.directory());
        RunManifest manifest = RunManifest.read(directory.manifest());
        CauseEvidence traced = RunEvidence.of(directory, manifest).stream()
                .filter(source -> source.cause() == Cause.RUN_QUEUE && source.isByThread())
                .findFirst()
                .orElseThrow();
        if (!Files.isWritable(Path.of("/sys/kernel/tracing/instances"))) {
            assertThat(traced.absence()).contains("/sys/kernel/tracing", "root, and tracefs");
            return;
        }
        assertThat(traced.absence()).isEmpty();
        assertThat(traced.intervals())
                .anySatisfy(wait -> assertThat(wait.text()).contains("which had", "sh (" + hog + ") for "));
    }

    private static Process run(String... command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Data received but not read by a stalled client is the harness's fault, not the network's. */
    @Test
    @LongProof
    void stalledClientsAreAttributedToTheHarnessNotTheNetwork() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "15");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0-1s..T0+5s", "--feed", "tcp://127.0.0.1:0")
                .with("--evidence-interval", "50ms");
        Stop stop;
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(2_500)); // a second and a half after T0
            stop = Stop.of(scenario, Stop.CLIENTS, 300);
            process.awaitEnd();
        }
        RunDirectory directory = new RunDirectory(scenario.directory());
        List<CauseEvidence> evidence = RunEvidence.of(directory, RunManifest.read(directory.manifest()));
        assertThat(intervals(evidence, Cause.HARNESS)).anySatisfy(unread -> {
            assertThat(unread.fromNs()).isGreaterThan(stop.fromNs() - SLACK_NS);
            assertThat(unread.toNs()).isLessThan(stop.toNs() + SLACK_NS);
            assertThat(unread.text()).contains("the client had not read");
        });
        assertThat(intervals(evidence, Cause.NETWORK))
                .filteredOn(one -> one.fromNs() < stop.toNs() && one.toNs() > stop.fromNs())
                .isEmpty();
    }

    private static List<EvidenceInterval> intervals(List<CauseEvidence> evidence, Cause cause) {
        return evidence.stream()
                .filter(source -> source.cause() == cause)
                .flatMap(source -> source.intervals().stream())
                .toList();
    }

    /** Requests a collection and returns the interval that contains it. */
    private static long[] collect(ProcessHandle application) throws IOException, InterruptedException {
        long fromNs = System.nanoTime();
        int status = new ProcessBuilder(
                        Path.of(T2qProcess.java()).resolveSibling("jcmd").toString(),
                        Long.toString(application.pid()),
                        "GC.run")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(status).isZero();
        return new long[] {fromNs, System.nanoTime()};
    }
}
