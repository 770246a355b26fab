package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Stop of a process, from its last thread's stop to SIGCONT, on the clock of the journals.
 *
 * @param subcommand of the process
 * @param askedNs before SIGSTOP was sent
 * @param goesOnNs after SIGCONT was sent
 */
record Stop(String subcommand, long askedNs, long fromNs, long toNs, long goesOnNs) {
    static final String APPLICATION = "pricing-app";
    static final String REPLAYER = "replay";
    static final String CLIENTS = "clients";

    /** Role names of t2q's own processes. */
    static final Map<String, String> OWN = Map.of(REPLAYER, "replayer", CLIENTS, "fix-clients");

    private static final long MS = 1_000_000;
    /** Far above the time a busy machine needs for the backlog; checked in proofs only. */
    private static final long SLACK_NS = 20_000 * MS;
    /** Allowance for a replayer that is also stalled by neighbours on the processors. */
    private static final long REPLAYER_STALL_ALLOWANCE_NS = 2_000 * MS;

    private static final boolean IN_A_PROOF =
            !System.getProperty("t2q.proof", "").isEmpty();

    static Stop of(Scenario scenario, String subcommand, long lengthMs) throws IOException, InterruptedException {
        return of(Processes.of(scenario.directory(), subcommand), subcommand, lengthMs);
    }

    /** Stops a given process. */
    static Stop of(ProcessHandle process, String subcommand, long lengthMs) throws IOException, InterruptedException {
        long asked = System.nanoTime();
        Processes.stop(process);
        long from = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(lengthMs); // the injected stall
        long to = System.nanoTime();
        Processes.signal(process, "CONT");
        return new Stop(subcommand, asked, from, to, System.nanoTime());
    }

    long lengthNs() {
        return toNs - fromNs;
    }

    @Override
    public String toString() {
        return subcommand + " stopped for " + ProofTable.ms(lengthNs());
    }

    /** Returns due ticks x sessions intended during the stop. */
    List<RunCell> during(List<RunCell> cells) {
        List<RunCell> during = cells.stream()
                .filter(cell -> cell.due() && cell.intendedNs() >= fromNs && cell.intendedNs() < toNs)
                .toList();
        assertThat(during).as("due ticks while %s", this).isNotEmpty();
        return during;
    }

    /** Asserts that no tick was answered during the stop, none is missing, and the first one waited longest. */
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

    /** Asserts that every tick, the maximum and the staleness show the stop; returns the longest response. */
    long assertSeen(List<RunCell> cells, Summaries summary, T2qProcess process) {
        long longestNs = assertEveryTickWaited(cells, summary);
        List<RunCell> during = during(cells);
        assertThat(summary.maxNs("responseNs")).as(process.texts()).isGreaterThanOrEqualTo(longestNs);
        assertThat(summary.json().path("stalenessNs").path("max").path("high").asLong())
                .isGreaterThanOrEqualTo(longestNs);
        if (subcommand.equals(REPLAYER)) {
            assertThat(during).allMatch(cell -> cell.sentNs() >= toNs);
        } else if (IN_A_PROOF && lengthNs() > REPLAYER_STALL_ALLOWANCE_NS) {
            assertThat(during).anyMatch(cell -> cell.sentNs() < toNs); // the schedule continued
        }
        return longestNs;
    }

    /** Returns t2q's own processes reported as stalled for most of the stop. */
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

    /** Returns whether a reported stall is this stop: same process, same time. */
    private boolean made(JsonNode stall, List<RunCell> cells) {
        long firstNs = cells.stream().mapToLong(RunCell::intendedNs).min().orElseThrow();
        long beganNs = firstNs + stall.path("fromNs").asLong();
        return stall.path("process").asText().equals(OWN.get(subcommand))
                && beganNs < toNs
                && beganNs + stall.path("lengthNs").asLong() > fromNs;
    }
}
