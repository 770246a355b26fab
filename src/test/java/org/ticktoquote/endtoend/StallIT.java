package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;

/** A known stall of a process, under dense ticks, must be seen as what it is and whose it is. */
class StallIT {
    private static final long STOP_MS = 500;

    @TempDir
    private Path folder;

    /** When a process stood still, on the clock of the journals. */
    private record Stop(long fromNs, long toNs) {}

    private Scenario dense() throws IOException, InterruptedException {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "15");
        return Scenario.in(folder)
                .with("--recording", recording.toString(), "--window", "T0+1500ms..T0+5500ms")
                .with("--feed", "tcp://127.0.0.1:0");
    }

    private static Stop stop(Scenario scenario, String subcommand) throws IOException, InterruptedException {
        ProcessHandle process = Processes.of(scenario.directory(), subcommand);
        awaitTicks(scenario.directory(), 500);
        Processes.signal(process, "STOP");
        long from = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(STOP_MS); // the injected stall itself
        long to = System.nanoTime();
        Processes.signal(process, "CONT");
        return new Stop(from, to);
    }

    private static void awaitTicks(Path run, int count) {
        Path journal = new RunDirectory(run).ticks();
        await().atMost(Duration.ofSeconds(90)).ignoreExceptions().until(() -> {
            try (JournalReader reader = JournalReader.open(journal, TickRecord.SCHEMA)) {
                int seen = 0;
                while (reader.next()) {
                    seen++;
                }
                return seen > count;
            }
        });
    }

    private static long firstIntendedIn(Path run, Stop stop) {
        try (JournalReader reader = JournalReader.open(new RunDirectory(run).ticks(), TickRecord.SCHEMA)) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                if (tick.wrap(reader).intendedNs() >= stop.fromNs()) {
                    return tick.intendedNs();
                }
            }
        }
        throw new AssertionError("no tick was intended after the stop began");
    }

    /** The processes of ours that stood still for most of the injected stall. */
    private static List<String> stalled(Summaries summary) {
        List<String> processes = new ArrayList<>();
        for (JsonNode stall : summary.json().path("stalls")) {
            if (stall.path("lengthNs").asLong() > TimeUnit.MILLISECONDS.toNanos(STOP_MS * 9 / 10)) {
                processes.add(stall.path("process").asText());
            }
        }
        return processes;
    }

    private static void print(String who, Stop stop, long atLeastNs, Summaries summary) {
        System.out.printf(
                Locale.ROOT,
                "%s stopped for %s: at least %s, reported response max %s (%+.1f ms), service max %s, %s%n",
                who,
                DurationText.format(stop.toNs() - stop.fromNs()),
                DurationText.format(atLeastNs),
                DurationText.format(summary.maxNs("responseNs")),
                (summary.maxNs("responseNs") - atLeastNs) / 1e6,
                DurationText.format(summary.maxNs("serviceNs")),
                summary.validity());
    }

    @Test
    void showsAStallOfTheApplicationInFull() throws Exception {
        Scenario scenario = dense();
        try (T2qProcess process = scenario.start()) {
            Stop stop = stop(scenario, "pricing-app");
            process.awaitEnd();

            Summaries summary = Summaries.of(scenario.directory());
            long atLeast = stop.toNs() - firstIntendedIn(scenario.directory(), stop);
            print("application", stop, atLeast, summary);
            assertThat(summary.maxNs("responseNs"))
                    .as("response maximum of a stall of %d ns%s", atLeast, process.texts())
                    .isGreaterThanOrEqualTo(atLeast)
                    .isLessThan(atLeast + TimeUnit.MILLISECONDS.toNanos(400)); // only a real fault is later
            assertThat(summary.maxNs("serviceNs")).isGreaterThan(atLeast / 2);
            assertThat(stalled(summary))
                    .as("harness processes that stood still")
                    .isEmpty();
        }
    }

    @Test
    void showsAStallOfTheReplayerInTheResponseAndCallsTheRunVoid() throws Exception {
        Scenario scenario = dense();
        try (T2qProcess process = scenario.start()) {
            Stop stop = stop(scenario, "replay");
            assertThat(process.awaitEnd()).as(process.texts()).isEqualTo(3);

            Summaries summary = Summaries.of(scenario.directory());
            long atLeast = stop.toNs() - firstIntendedIn(scenario.directory(), stop);
            print("replayer", stop, atLeast, summary);
            assertThat(summary.maxNs("responseNs")).isGreaterThanOrEqualTo(atLeast);
            assertThat(summary.maxNs("serviceNs")).isLessThan(summary.maxNs("responseNs") / 2);
            assertThat(summary.validity()).isEqualTo("VOID");
            assertThat(summary.rules("VOID")).contains("replay-lag-max", "replayer-stall");
            assertThat(stalled(summary)).containsExactly("replayer");
            assertThat(process.out()).contains("VOID: the figures below are diagnostics");
        }
    }

    @Test
    void showsAStallOfTheClientsInFull() throws Exception {
        Scenario scenario = dense();
        try (T2qProcess process = scenario.start()) {
            Stop stop = stop(scenario, "clients");
            process.awaitEnd();
            long atLeast = stop.toNs() - firstIntendedIn(scenario.directory(), stop);
            Summaries summary = Summaries.of(scenario.directory());
            print("clients", stop, atLeast, summary);
            assertThat(summary.maxNs("responseNs")).as(process.texts()).isGreaterThanOrEqualTo(atLeast);
            assertThat(summary.rules("VOID")).as(process.texts()).contains("clients-stall");
            assertThat(stalled(summary)).containsExactly("fix-clients");
            assertThat(summary.json().path("tail").path("maximumTouched").asBoolean())
                    .isTrue();
            assertThat(process.out()).contains("clients-stall: The longest standstill of fix-clients is");
        }
    }
}
