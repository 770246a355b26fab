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
import org.ticktoquote.analysis.evidence.EvidenceSource;
import org.ticktoquote.analysis.evidence.HostState;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/** Disturbances of a measured application appear in the evidence of its run at the right times. */
class EvidenceIT {
    private static final long COLLECTIONS = 2;
    private static final long STOP_MS = 250;
    /** Seen even if the harness is paused meanwhile. */
    private static final long LONG_STOP_MS = 3_000;
    /** A tenth of the interval, with an allowance for a busy machine. */
    static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    @TempDir
    private Path folder;

    @Test
    void findsCollectionsAndAStopAtTheirTimes() throws Exception {
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+2s..T0+2min", "--length", "4min", "--pairs", "4")
                .tcp()
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
            stop.assertSeen(RunCell.of(scenario.directory()), scenario.summary(), process);
        }
        List<CauseEvidence> evidence = evidence(scenario);
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
        long gapNs = longestGapNs(scenario);
        assertThat(intervals(evidence, Cause.STOPPED)).singleElement().satisfies(found -> {
            assertThat(found.fromNs()).isBetween(stop.askedNs() - 2 * gapNs, stop.fromNs());
            assertThat(found.toNs()).isBetween(stop.toNs(), stop.goesOnNs() + 2 * gapNs);
        });
        CauseEvidence waits = evidence.stream()
                .filter(source -> source.cause() == Cause.RUN_QUEUE)
                .findFirst()
                .orElseThrow();
        assertThat(waits.costNs().orElseThrow()).isPositive();
        assertThat(waits.intervals()).extracting(EvidenceInterval::who).allMatch(who -> !who.isBlank());
        HostState host = RunEvidence.host(scenario.files(), scenario.manifest());
        assertThat(host.sources())
                .filteredOn(source -> source.name().equals("interrupts"))
                .allSatisfy(source -> assertThat(source.costNs()).isPositive());
        assertThat(host.between(stop.fromNs(), stop.toNs()))
                .anyMatch(line -> line.startsWith("host, interrupts, the worst of "));
    }

    /** Returns the longest time between two samples of the application's state. */
    private static long longestGapNs(Scenario scenario) {
        Path file = scenario.files().applicationEvidence();
        EvidenceFile read = EvidenceFile.read(file, scenario.manifest().identity(), sample -> {});
        return read.cost().orElseThrow().longestStopGapNs();
    }

    private static List<CauseEvidence> evidence(Scenario scenario) {
        return RunEvidence.of(scenario.files(), scenario.manifest());
    }

    @FullProof
    @Test
    void collectsNoEvidenceIfSwitchedOff() throws Exception {
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0..T0+500ms", "--length", "4min", "--pairs", "2")
                .with("--evidence-interval", "none");
        scenario.run(0);
        assertThat(scenario.files().applicationEvidence()).doesNotExist();
        assertThat(evidence(scenario))
                .filteredOn(source -> source.cause() == Cause.RUN_QUEUE)
                .extracting(CauseEvidence::absence)
                .hasSize(2) // samples of threads, and the trace that they request
                .containsOnly("--evidence-interval none");
        assertThat(RunEvidence.host(scenario.files(), scenario.manifest()).sources())
                .extracting(EvidenceSource::absence)
                .containsOnly("--evidence-interval none");
    }

    /** Stopping the control JVM simulates a machine without a free CPU. */
    @Test
    @FullProof
    void controlJvmShowsWhenTheMachineWasLateAndItsEffect() throws Exception {
        Scenario scenario = dense().flag("--control-jvm");
        Stop stop;
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(500));
            stop = Stop.of(scenario, "control-jvm", STOP_MS);
            scenario.assertEnded(process, 0);
        }
        RunManifest manifest = scenario.manifest();
        assertThat(manifest.observed().host())
                .containsEntry(RunManifest.CONTROL_FACT, "on the CPUs of the application");
        assertThat(manifest.observed().processes())
                .filteredOn(process -> process.role().equals(Role.CONTROL))
                .singleElement()
                .satisfies(process -> assertThat(process.exitStatus()).isZero());
        ControlAudit control =
                RunAudit.of(scenario.files(), manifest, Workers.ALONE).control();
        assertThat(control.damage()).isEmpty();
        assertThat(control.costNs().orElseThrow()).isPositive();
        long slackNs = SLACK_NS + scenario.summary().longestStallNs(stall -> false);
        assertThat(control.late()).anySatisfy(late -> {
            assertThat(late.fromNs()).isBetween(stop.askedNs() - slackNs, stop.fromNs() + SLACK_NS / 10);
            assertThat(late.toNs()).isBetween(stop.toNs(), stop.goesOnNs() + slackNs);
        });
        Path json = folder.resolve("outliers.json");
        T2qProcess.run(folder, "outliers", scenario.directory().toString(), "--json", json.toString())
                .ended(0);
        assertThat(Files.readString(json)).contains("\"cause\" : \"machine\"");
    }

    /** Names a program that spins on the application's only CPU, or the reason why there is no kernel trace. */
    @Test
    @LongProof
    void kernelTraceNamesTheProcessThatRanInstead() throws Exception {
        Scenario scenario = dense().flag("--kernel-trace");
        long hog;
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(500));
            long pid = Processes.of(scenario.directory(), Stop.APPLICATION).pid();
            Ended.of("taskset -apc 0 " + pid).text(0);
            Process spinning = new ProcessBuilder(
                            T2qProcess.words("timeout 2 taskset -c 0 sh -c 'echo $$; while :; do :; done'"))
                    .start();
            hog = Long.parseLong(spinning.inputReader().readLine());
            process.awaitEnd();
        }
        CauseEvidence traced = evidence(scenario).stream()
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

    /** Creates a scenario with dense ticks around the announcement. */
    private Scenario dense() throws IOException, InterruptedException {
        return Scenario.hurriedIn(folder)
                .over("T0-1s..T0+5s", "--length", "4min", "--pairs", "4")
                .tcp();
    }

    static List<EvidenceInterval> intervals(List<CauseEvidence> evidence, Cause cause) {
        return evidence.stream()
                .filter(source -> source.cause() == cause)
                .flatMap(source -> source.intervals().stream())
                .toList();
    }

    /** Requests a collection and returns the interval that contains it. */
    private static long[] collect(ProcessHandle application) throws IOException, InterruptedException {
        long fromNs = System.nanoTime();
        Path jcmd = Path.of(T2qProcess.java()).resolveSibling("jcmd");
        String patient = "-J-Dsun.tools.attach.attachTimeout=" + T2qProcess.PATIENCE.toMillis(); // default: 10 s
        Ended.of(jcmd.toString(), patient, Long.toString(application.pid()), "GC.run")
                .text(0);
        return new long[] {fromNs, System.nanoTime()};
    }
}
