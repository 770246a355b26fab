package org.ticktoquote.comparison.gate;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.CountText;

/** Failures of the candidate's runs while no run of the baseline fails in the same way. */
final class CandidateFailures {
    private static final int LOST_RUNS = 2;
    private static final int LOST_EPISODES = 3;

    private CandidateFailures() {}

    /** Ticks lost by the candidate while the baseline lost none. */
    record Losses(int runs, long episodes, String text) {
        /** Returns whether they are enough for a FAIL. */
        boolean clear() {
            return runs >= LOST_RUNS && episodes >= LOST_EPISODES;
        }
    }

    static Optional<Losses> lost(List<GateRun> baseline, List<GateRun> candidate) {
        List<GateRun> losing = candidate.stream().filter(run -> run.lost() > 0).toList();
        if (losing.isEmpty() || baseline.stream().anyMatch(run -> run.lost() > 0)) {
            return Optional.empty();
        }
        String runs = losing.stream()
                .map(run -> run.name() + " (" + lostText(run) + ")")
                .collect(Collectors.joining(", "));
        long episodes = losing.stream().mapToLong(GateRun::lostEpisodes).sum();
        return Optional.of(new Losses(losing.size(), episodes, "the candidate lost ticks, the baseline none: " + runs));
    }

    /** Describes the lost ticks of a run. */
    static String lostText(GateRun run) {
        return run.measured() ? CountText.of(run.lost(), "lost tick") : "nothing was measured";
    }

    /** Returns the objections to a PASS. */
    static List<String> doubts(List<GateRun> baseline, List<GateRun> candidate) {
        Optional<String> losses =
                lost(baseline, candidate).filter(lost -> !lost.clear()).map(Losses::text);
        return Stream.of(losses, failed(baseline, candidate))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Describes the candidate's FAILED runs that lost no tick; empty if the baseline has any FAILED run. */
    private static Optional<String> failed(List<GateRun> baseline, List<GateRun> candidate) {
        List<String> rules = candidate.stream()
                .filter(run -> run.lost() == 0)
                .map(GateRun::failure)
                .filter(rule -> !rule.isEmpty())
                .toList();
        return rules.isEmpty() || baseline.stream().anyMatch(GateRun::failed)
                ? Optional.empty()
                : Optional.of("the candidate FAILED in " + CountText.of(rules.size(), "run")
                        + ", the baseline in none: " + String.join(", ", new TreeSet<>(rules)));
    }
}
