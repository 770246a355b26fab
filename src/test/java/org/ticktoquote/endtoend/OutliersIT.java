package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** What was done to real processes at random moments must be found as the cause of the ticks that it made late. */
@LongProof
class OutliersIT {
    private static final ProofTable TABLE = new ProofTable("outliers");
    private static final long MS = 1_000_000;
    private static final int COLLECTIONS = 12;

    @TempDir
    private static Path shared;

    private static Path recording;

    @TempDir
    private Path folder;

    /** Something that was done to a run, between two moments of the journals' clock. */
    private record Injected(long fromNs, long toNs) {}

    @BeforeAll
    static void record() throws Exception {
        recording = Scenario.recording(shared, "--length", "4min", "--pairs", "15");
    }

    @AfterAll
    static void print() throws IOException {
        TABLE.print();
    }

    /** Measures until it is interrupted, so that everything is done in time on the slowest machine. */
    private Scenario dense() throws IOException {
        return Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1500ms..T0+1min")
                .with("--feed", "tcp://127.0.0.1:0");
    }

    @Test
    @FullProof
    void collectionsOfTheApplicationAreTheCauseOfWhatTheyDelay() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        Scenario scenario = dense()
                .with("--app-args", "--churn 20MB/s,live=300MB")
                .with("--jvm-args", "-XX:+UseSerialGC -Xmx700m");
        List<Injected> collections = new ArrayList<>();
        try (T2qProcess unused = scenario.start()) {
            long atMs = 500;
            for (int i = 0; i < COLLECTIONS; i++) {
                scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(atMs));
                collections.add(collection(scenario));
                atMs += 700 + random.nextInt(300);
            }
            scenario.terminateAfter(500 * MS);
        }
        assertCause("full collections", scenario, collections, "jvm-stop");
    }

    /** As somebody would ask for one from outside. */
    private static Injected collection(Scenario scenario) throws IOException, InterruptedException {
        long pid = Processes.of(scenario.directory(), Stop.APPLICATION).pid();
        String jcmd = Path.of(T2qProcess.java()).resolveSibling("jcmd").toString();
        long from = System.nanoTime();
        Process asked = new ProcessBuilder(jcmd, Long.toString(pid), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(asked.waitFor(T2qProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(asked.exitValue()).isZero();
        return new Injected(from, System.nanoTime());
    }

    @Test
    void stopsOfTheClientsAndOfTheReplayerAreTheHarnesss() throws Exception {
        Scenario scenario = dense();
        List<Injected> stops = new ArrayList<>();
        try (T2qProcess unused = scenario.start()) {
            for (int i = 0; i < 3; i++) {
                stops.add(stop(scenario, 500 + 1_800 * i, Stop.CLIENTS));
                stops.add(stop(scenario, 1_400 + 1_800 * i, Stop.REPLAYER));
            }
            scenario.terminateAfter(500 * MS);
        }
        assertCause("stopped clients and replayer", scenario, stops, "harness");
    }

    @Test
    @FullProof
    void aLockThatAnotherThreadHeldIsTheCauseAndTheThreadIsNamed() throws Exception {
        Path holds = folder.resolve("holds.txt");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1500ms..T0+14s")
                .with("--app", StallingGateway.command("lock", holds))
                .flag("--profile-outliers");
        try (T2qProcess process = scenario.start()) {
            process.awaitEnd();
        }
        RunManifest manifest = RunManifest.read(new RunDirectory(scenario.directory()).manifest());
        long fromNs = manifest.replay().t0Ns();
        List<JsonNode> episodes = episodes(scenario);
        int held = 0;
        int found = 0;
        for (String line : Files.readAllLines(holds)) {
            long from = Long.parseLong(line.split(" ")[0]);
            long to = Long.parseLong(line.split(" ")[1]);
            if (from < fromNs || to > fromNs + TimeUnit.SECONDS.toNanos(12)) {
                continue;
            }
            held++;
            boolean named = episodes.stream()
                    .filter(episode -> fromNs + episode.path("fromNs").asLong() < to
                            && fromNs + episode.path("toNs").asLong() > from)
                    .findFirst()
                    .filter(episode -> episode.path("cause").asText().equals("blocked"))
                    .filter(episode -> episode.path("evidence").toString().contains("quoter waited")
                            && episode.path("evidence").toString().contains("blocked by risk-report"))
                    .isPresent();
            found += named ? 1 : 0;
        }
        TABLE.row("a lock held for 30 ms", found + " of " + held + " found", "thread and holder named");
        assertThat(held).isGreaterThanOrEqualTo(15);
        assertThat(found).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * held));
        assertThat(episodes.toString()).doesNotContain("archive-reader waited");
    }

    private static Injected stop(Scenario scenario, long atMs, String subcommand) throws Exception {
        scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(atMs));
        Stop stop = Stop.of(scenario, subcommand, 150);
        return new Injected(stop.fromNs(), stop.toNs());
    }

    /** The worst episode that touches each was put down to it; how much of the time was is printed. */
    private void assertCause(String what, Scenario scenario, List<Injected> injected, String cause) throws Exception {
        List<JsonNode> episodes = episodes(scenario);
        long t0Ns = RunManifest.read(new RunDirectory(scenario.directory()).manifest())
                .replay()
                .t0Ns();
        long own = 0;
        long all = 0;
        for (Injected one : injected) {
            JsonNode worst = episodes.stream()
                    .filter(episode -> t0Ns + episode.path("fromNs").asLong() < one.toNs
                            && t0Ns + episode.path("toNs").asLong() > one.fromNs)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no late tick at " + (one.fromNs - t0Ns) / MS + " ms"));
            assertThat(worst.path("cause").asText())
                    .as("at %d ms: %s", (one.fromNs - t0Ns) / MS, worst)
                    .isEqualTo(cause);
            own += worst.path("nsByCause").path(cause).asLong();
            for (JsonNode ns : worst.path("nsByCause")) {
                all += ns.asLong();
            }
        }
        TABLE.row(
                what, injected.size() + " found", String.format("%.1f %% of their time explained", 100.0 * own / all));
        assertThat(own).isPositive(); // how much of it depends on what else the machine does
    }

    /** The worst first. */
    private List<JsonNode> episodes(Scenario scenario) throws Exception {
        Path json = folder.resolve("outliers.json");
        T2qProcess asked = T2qProcess.run(
                folder,
                "outliers",
                scenario.directory().toString(),
                "--later-than",
                "20ms",
                "--worst",
                "1000",
                "--json",
                json.toString());
        assertThat(asked.awaitEnd()).as(asked.texts()).isZero();
        assertThat(asked.out()).contains("harness, self-audit of the clients: ");
        List<JsonNode> episodes = new ArrayList<>();
        new JsonMapper()
                .readTree(json.toFile())
                .path("runs")
                .path(0)
                .path("worst")
                .forEach(episodes::add);
        return episodes;
    }
}
