package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.settings.RunSettings;

class MeasurementTest {
    private static final ReplayerReady INPUT = new ReplayerReady(
            new ReplayerReady.Recording("", List.of(new Instrument(0, "EUR/USD", 1, 1)), List.of("A")),
            new ReplayerReady.Window(0, 1_000_000_000, 9, ""),
            0,
            new ReplayerReady.Peaks(1, 1, 1),
            new ReplayerReady.Output(
                    "tcp://127.0.0.1:40001", FeedBinding.REPLAYER, List.of(), "", Map.of(), List.of(), Map.of()),
            new ReplayerReady.Pacer(0, 0, List.of()),
            List.of());

    private final Progress progress = Progress.onStandardError();

    @TempDir
    private Path folder;

    private Supervisor supervisor;

    @BeforeEach
    void start() {
        supervisor = new Supervisor(new RunDirectory(folder));
    }

    @AfterEach
    void end() {
        supervisor.children().forEach(child -> child.group().kill());
        supervisor.close();
    }

    /** Starts a process that answers each command with the same line. */
    private Child answering(StatusLine line) {
        return supervisor.start(
                "replayer", List.of("sh", "-c", "while read command; do echo \"$1\"; done", "sh", line.text()));
    }

    @Test
    void nothingIsMeasuredIfNoReplayBegan() throws Exception {
        RunPlan plan = RunSettings.parse(List.of("--window=T0..T0+1s", "--feed=tcp://127.0.0.1:0", "--sessions=1"))
                .plan(new RunDirectory(folder));
        RunHosts hosts = RunHosts.onLocalHost(plan);
        Child late = answering(StatusLine.of(ReplayerProtocol.STARTED, new ReplayerProtocol.Started(1, 5)));
        ManifestDraft draft = new ManifestDraft(plan, hosts, INPUT, supervisor, System::nanoTime);
        RunEvents events = new RunEvents(plan, supervisor, progress, draft);
        StartupPhase.SubscribedRun run = new StartupPhase.SubscribedRun(
                hosts, late, late, new Endpoint("127.0.0.1", 40002), INPUT, draft, events);
        Measurement measurement = new Measurement(
                plan,
                run,
                new DrainPhase(plan, run, supervisor, 0, true),
                supervisor,
                ReplayerLink.OWN,
                new ThreadPlacement(plan, supervisor, progress),
                progress);

        assertThatExceptionOfType(ChildFailure.class)
                .isThrownBy(measurement::execute)
                .withMessageContaining("missed its start time 5 times");
        assertThat(RunManifest.read(plan.directory().manifest()).replay().t0Ns())
                .as("planned")
                .isPositive();
        assertThat(draft.write(RunManifest.FAILED).replay().t0Ns()).isZero();
    }
}
