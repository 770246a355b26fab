package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;

/** Builds one side of a verdict: runs that count, with their figures, and excluded runs. */
final class GateSideBuilder {
    private final Optional<DuetRuns> duet;
    private final long thresholdNs;
    private final int look;
    private final boolean soonest;

    /**
     * @param thresholdNs threshold of the share of late ticks
     * @param decision decision whose look and attribution the figures are of
     */
    GateSideBuilder(Optional<DuetRuns> duet, long thresholdNs, GateDecision decision) {
        this.duet = duet;
        this.thresholdNs = thresholdNs;
        this.look = decision.look();
        this.soonest = decision.soonest();
    }

    /** Returns the side with all runs of the baseline or the candidate. */
    GateSide of(List<GatedRun> runs, boolean ofCandidate) {
        List<GatedRun> counted = runs.stream().filter(GatedRun::counts).toList();
        List<GateSide.Unused> leftOut = new ArrayList<>(unused(runs, Standing.LEFT_OUT));
        duet.ifPresent(known -> counted.stream()
                .filter(known::isUnpaired)
                .forEach(run ->
                        leftOut.add(new GateSide.Unused(run.name(), "the other run of its pair does not count"))));
        GatedRun known = runs.stream()
                .filter(run -> !run.application().isEmpty())
                .findFirst()
                .orElse(null);
        return new GateSide(
                known == null ? "" : known.application(),
                known == null ? "" : known.release(),
                duet.map(pairs -> ofDuet(pairs, ofCandidate)).orElseGet(() -> solo(counted)),
                unused(runs, Standing.VOID),
                leftOut);
    }

    private List<GateSide.Run> solo(List<GatedRun> counted) {
        List<GateSide.Run> shown = new ArrayList<>();
        for (int i = 0; i < counted.size(); i++) {
            shown.add(run(counted.get(i), i < look));
        }
        return shown;
    }

    private List<GateSide.Run> ofDuet(DuetRuns known, boolean ofCandidate) {
        List<GateSide.Run> shown = new ArrayList<>();
        for (int i = 0; i < known.pairs().size(); i++) {
            GatedRun run = known.pairs().get(i).of(ofCandidate);
            if (run != null) {
                shown.add(ratioOnly(run(run, i < look)));
            }
        }
        known.solo(ofCandidate).forEach(run -> shown.add(ratioOnly(run(run, look > 0))));
        return shown;
    }

    /** Removes absolute latencies, because two concurrent applications are slower than either alone. */
    private static GateSide.Run ratioOnly(GateSide.Run run) {
        return new GateSide.Run(
                run.name(),
                run.id(),
                run.startedAt(),
                run.used(),
                run.ticks(),
                run.lost(),
                null,
                run.serviceLevels(),
                Map.of(),
                List.of());
    }

    private static List<GateSide.Unused> unused(List<GatedRun> runs, Standing standing) {
        return runs.stream()
                .filter(run -> run.standing() == standing)
                .map(run -> new GateSide.Unused(run.name(), run.why()))
                .toList();
    }

    private GateSide.Run run(GatedRun run, boolean used) {
        GateRun figures = run.figures(soonest, thresholdNs);
        Map<GateStatistic, Double> values = new EnumMap<>(GateStatistic.class);
        figures.logs().forEach((statistic, log) -> values.put(statistic, Rounded.number(StrictMath.exp(log))));
        ClientStatistics last = run.lastClient(soonest);
        return new GateSide.Run(
                run.name(),
                run.id(),
                run.startedAt(),
                used,
                last == null ? 0 : last.ticks(),
                last == null ? null : (Long) last.lost(),
                figures.latestNs(),
                run.serviceLevels(),
                values,
                last == null ? List.of() : curve(last));
    }

    private static List<GateSide.Point> curve(ClientStatistics figures) {
        return figures.ranks().stream()
                .filter(level -> level.late() > figures.lost())
                .map(level ->
                        new GateSide.Point(Rounded.number((double) level.late() / figures.ticks()), level.valueNs()))
                .toList();
    }
}
