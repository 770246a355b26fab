package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that stood still, from its last thread's stop to SIGCONT, on the clock of the journals.
 *
 * @param subcommand as which it was started
 */
record Stop(String subcommand, long fromNs, long toNs) {
    static final String APPLICATION = "pricing-app";
    static final String REPLAYER = "replay";
    static final String CLIENTS = "clients";

    /** How the harness calls its own processes. */
    static final Map<String, String> OWN = Map.of(REPLAYER, "replayer", CLIENTS, "fix-clients");

    private static final long MS = 1_000_000;
    /** Far above what a busy machine needs for what has piled up; looked at in proofs only. */
    private static final long SLACK_NS = 20_000 * MS;
    /** For so long the replayer may stand still as well, where neighbours have the processors. */
    private static final long WHAT_A_BUSY_MACHINE_TAKES_NS = 2_000 * MS;

    private static final boolean IN_A_PROOF =
            !System.getProperty("t2q.proof", "").isEmpty();

    static Stop of(Scenario scenario, String subcommand, long lengthMs) throws IOException, InterruptedException {
        return of(Processes.of(scenario.directory(), subcommand), subcommand, lengthMs);
    }

    /** Of a process, whatever it was started as. */
    static Stop of(ProcessHandle process, String subcommand, long lengthMs) throws IOException, InterruptedException {
        Processes.stop(process);
        long from = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(lengthMs); // the injected stall itself
        long to = System.nanoTime();
        Processes.signal(process, "CONT");
        return new Stop(subcommand, from, to);
    }

    long lengthNs() {
        return toNs - fromNs;
    }

    @Override
    public String toString() {
        return subcommand + " stopped for " + ProofTable.ms(lengthNs());
    }

    /** Due ticks x sessions whose tick was to leave while the process stood. */
    List<RunCell> during(List<RunCell> cells) {
        List<RunCell> during = cells.stream()
                .filter(cell -> cell.due() && cell.intendedNs() >= fromNs && cell.intendedNs() < toNs)
                .toList();
        assertThat(during).as("due ticks while %s", this).isNotEmpty();
        return during;
    }

    /** Nobody who should have been served while it stood was served, nobody is missing, and the longest wait is that of the first. */
    long assertEveryTickWaited(List<RunCell> cells, Summaries summary) {
        List<RunCell> during = during(cells);
        assertThat(during)
                .as("answered before the end of %s", this)
                .allMatch(cell -> cell.answered() && cell.answeredNs() >= toNs);
        long first = during.stream().mapToLong(RunCell::intendedNs).min().orElseThrow();
        long longest = during.stream().mapToLong(RunCell::responseNs).max().orElseThrow();
        assertThat(longest).as("longest response during %s", this).isGreaterThanOrEqualTo(toNs - first);
        if (IN_A_PROOF) {
            assertThat(longest)
                    .as("longest response during %s", this)
                    .isLessThan(toNs - first + SLACK_NS + summary.longestStallNs(stall -> made(stall, cells)));
        }
        return longest;
    }

    /** At every tick, in the maximum, and in the staleness; returns the longest response. */
    long assertSeen(List<RunCell> cells, Summaries summary, T2qProcess process) {
        long longestNs = assertEveryTickWaited(cells, summary);
        List<RunCell> during = during(cells);
        assertThat(summary.maxNs("responseNs")).as(process.texts()).isGreaterThanOrEqualTo(longestNs);
        assertThat(summary.json().path("stalenessNs").path("max").path("high").asLong())
                .isGreaterThanOrEqualTo(longestNs);
        if (subcommand.equals(REPLAYER)) {
            assertThat(during).allMatch(cell -> cell.sentNs() >= toNs);
        } else if (IN_A_PROOF && lengthNs() > WHAT_A_BUSY_MACHINE_TAKES_NS) {
            assertThat(during).anyMatch(cell -> cell.sentNs() < toNs); // the schedule went on
        }
        return longestNs;
    }

    /** The processes of ours that stood still for most of it, while it lasted. */
    List<String> stalled(Scenario scenario) throws IOException {
        long firstNs = RunCell.of(scenario.directory()).stream()
                .mapToLong(RunCell::intendedNs)
                .min()
                .orElseThrow();
        List<String> processes = new ArrayList<>();
        for (JsonNode stall : Summaries.of(scenario.directory()).json().path("stalls")) {
            long beganNs = firstNs + stall.path("fromNs").asLong();
            long endedNs = beganNs + stall.path("lengthNs").asLong();
            if (Math.min(endedNs, toNs) - Math.max(beganNs, fromNs) > lengthNs() * 9 / 10) {
                processes.add(stall.path("process").asText());
            }
        }
        return processes;
    }

    /** Whether a stall that the run tells of is this stop: of the same process, at the same time. */
    private boolean made(JsonNode stall, List<RunCell> cells) {
        long firstNs = cells.stream().mapToLong(RunCell::intendedNs).min().orElseThrow();
        long beganNs = firstNs + stall.path("fromNs").asLong();
        return stall.path("process").asText().equals(OWN.get(subcommand))
                && beganNs < toNs
                && beganNs + stall.path("lengthNs").asLong() > fromNs;
    }
}
