package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.pricing.truth.Fate;

/** Datagrams lost between replayer and application are detected by the application and by the analysis. */
@FullProof
class LostPacketIT {
    private static final long ONE_IN = 97;
    private static final int SESSIONS = 3;

    @TempDir
    private Path folder;

    @Test
    void ticksOfALostPacketAreMissedAtEverySessionTheyWereDueFor() throws Exception {
        Path truth = folder.resolve("truth");
        try (T2qProcess application = T2qProcess.start(
                folder, "pricing-app --feed udp://127.0.0.1:0 --sessions " + SESSIONS + " --truth " + truth)) {
            application.awaitText("\"ready\"");
            JsonNode ready = line(application, "ready");
            try (LossyRelay relay = new LossyRelay(
                    ready.path("feedPort").asInt(), id -> !TickRecord.isWarmUp(id) && id % ONE_IN == 0)) {
                Scenario scenario = Scenario.in(folder)
                        .over("T0+1s..T0+5s", "--length", "4min", "--pairs", "6")
                        .with("--attach", "127.0.0.1:" + ready.path("fixPort").asInt())
                        .with("--feed", "udp://127.0.0.1:" + relay.port())
                        .with("--half-spreads", "0,1,2,3,5", "--conflation", "none");
                scenario.run(4);
                application.endInput();
                application.ended(0);
                check(scenario.directory(), truth, relay.lost(), line(application, "done"));
            }
        }
    }

    private static JsonNode line(T2qProcess application, String status) throws IOException {
        String found = application
                .out()
                .lines()
                .filter(line -> line.contains("\"" + status + "\""))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + status + application.texts()));
        return new ObjectMapper().readTree(found);
    }

    private static void check(Path run, Path truth, Set<Long> lost, JsonNode done) throws IOException {
        Summaries summary = Summaries.of(run);
        List<RunCell> cells = RunCell.of(run);
        List<RunCell> unseen =
                cells.stream().filter(cell -> lost.contains(cell.tickId())).toList();
        Set<Long> arrived = Truth.ticks(truth).stream()
                .filter(Truth.Tick::measured)
                .map(Truth.Tick::id)
                .collect(Collectors.toSet());
        assertThat(lost).isNotEmpty().doesNotContainAnyElementsOf(arrived);
        assertThat((long) arrived.size()).isEqualTo(summary.ticks() - lost.size());
        assertThat(done.path("missing").asInt()).isEqualTo(lost.size());
        assertThat(unseen)
                .filteredOn(RunCell::due)
                .isNotEmpty()
                .allMatch(cell -> cell.left(ResultCell.SKIPPED, ResultCell.LOST));
        assertThat(unseen).filteredOn(cell -> !cell.due()).allMatch(cell -> cell.left(ResultCell.UNCHANGED));
        long published = cells.stream()
                .filter(cell -> cell.left(ResultCell.PUBLISHED, ResultCell.PUBLISHED_NOT_DUE))
                .count();
        assertThat(published).isEqualTo(Truth.count(Truth.quotes(truth), Fate.SENT));
        assertThat(summary.rules("FAILED")).contains("skipped");
        assertThat(summary.rules()).doesNotContain("udp-drops"); // not dropped by a socket of this host
        new ProofTable("lost-packets")
                .row(
                        lost.size() + " datagrams lost between replayer and application",
                        "the application counts " + done.path("missing") + " missing; "
                                + unseen.stream().filter(RunCell::due).count()
                                + " due ticks x sessions of theirs, none published; skipped "
                                + summary.outcome("skipped")
                                + ", lost " + summary.outcome("lost"),
                        summary);
    }
}
