package org.ticktoquote.harness.gate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.comparison.gate.GateRun;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.verdict.DuetRuns;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.NeededRuns;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;
import org.ticktoquote.harness.matrix.execution.MatrixExecution.CasePair;
import org.ticktoquote.harness.matrix.execution.TimeLeft;

/**
 * Makes alternating solo runs of both sides (ABBA BAAB ...) until a verdict is final. A verdict is computed at every look,
 * which is an interim analysis after a planned number of runs. In a duet, each pair of runs measures both sides at the same
 * time, and solo runs follow as a check. The directory is a matrix: VOID attempts are repeated, FAILED attempts are not.
 *
 * <p>A gate of solo runs with a time limit decides once, after the first look, whether to continue with a duet by turns
 * ({@code --duet=turns}). It does so if the variation so far suggests that further solo runs would not decide in the time
 * left. Used by one thread.
 */
public final class GateExecution {
    private final Path folder;
    private final GatePlan plan;
    private final GateStore.Terms terms;
    private final MatrixExecution pairs;
    private final MatrixExecution runs;
    private final Progress progress;
    private final NanoClock clock;
    private final long begunNs;
    private int lastLook;
    private int wantedSolo;
    private boolean inPairs;
    private boolean timeIsUp;
    private boolean hopeless;

    /**
     * Begins or resumes a gate.
     *
     * @param folder directory of the matrix
     * @param runs execution of that matrix, whose order is replaced
     * @param seed seed of the order of the runs
     * @param clock clock for the time limit, which begins now
     */
    public GateExecution(
            Path folder,
            GatePlan plan,
            GateStore.Terms terms,
            MatrixExecution runs,
            long seed,
            Progress progress,
            NanoClock clock) {
        this.folder = folder;
        this.plan = plan;
        this.terms = terms;
        List<Integer> looks = terms.policy().looks();
        int most = looks.get(looks.size() - 1);
        List<String> order = GateRun.order(most, seed).stream()
                .map(candidate -> candidate ? plan.candidate() : plan.baseline())
                .toList();
        this.pairs = runs.inPairs(pairs(order, seed), plan.duet() ? 0 : most);
        this.runs = runs.inOrder(order, plan.duet() ? most : 0);
        this.progress = progress;
        this.clock = clock;
        this.begunNs = clock.nanoTime();
        this.inPairs = plan.duet() || gatedRuns().stream().anyMatch(GatedRun::duet);
    }

    /**
     * Groups the order into pairs. The sides swap CPUs from pair to pair. In a duet by turns, each pair has its own seed
     * for the order of the turns.
     */
    private List<CasePair> pairs(List<String> order, long seed) {
        List<CasePair> found = new ArrayList<>();
        for (int i = 0; i < order.size(); i += 2) {
            List<String> cases = order.subList(i, i + 2);
            boolean swapped = i / 2 % 2 == 1;
            found.add(new CasePair(
                    cases,
                    cases.stream()
                            .map(name -> cpus(name.equals(plan.candidate()) != swapped))
                            .toList(),
                    plan.turns() ? seed + i / 2 : null));
        }
        return found;
    }

    private String cpus(boolean second) {
        return plan.coreSets().isEmpty() ? "" : plan.coreSets().get(second ? 1 : 0);
    }

    /** Describes the maximum number of runs left, for users. */
    public String outlook() {
        if (!hasRunsLeft()) {
            return runs.estimate();
        }
        return "at most "
                + (plan.duet() ? pairs.estimate() + ", then solo runs as a check" : runs.estimate())
                + (plan.timeNs() == 0 ? "" : "; ended after " + TimeLeft.describe((double) plan.timeNs()));
    }

    /** Returns whether planned runs are left. */
    public boolean hasRunsLeft() {
        return runs.hasRunsLeft() || plan.duet() && pairs.hasRunsLeft();
    }

    /**
     * Describes the smallest effects that the gate can detect, estimated from accepted runs on similar hosts. The load of
     * those runs can differ.
     *
     * @param hostFacts facts of the fingerprint of this host
     */
    public List<String> smallest(Map<String, String> hostFacts) {
        return with(store -> store.histories().smallest(terms.policy(), hostFacts));
    }

    /**
     * Runs until the gate is decided, no run is left, or the gate is interrupted. Returns the verdict so far. Each look is
     * recorded in the ledger immediately. An interrupted gate stays open; runs after its last look are not recorded.
     */
    public GateReport run() {
        if (!inPairs) {
            runs.run(() -> decided() || inPairs || outOfTime(runs));
            GateReport report = judge();
            choose(report); // the condition above is not evaluated after the last run
            if (!inPairs) {
                return report;
            }
        }
        pairs.run(() -> pairsDecided() || outOfTime(pairs));
        GateReport report = judge();
        wantedSolo = nextSolo(report);
        if (wantedSolo == 0 || timeIsUp) {
            return report;
        }
        runs.run(() -> soloDecided() || outOfTime(runs));
        return judge();
    }

    /** Returns whether runs that a host refused are left for a resumed gate. */
    public boolean hasRefusedRuns() {
        return runs.hasRefusedRuns() || pairs.hasRefusedRuns();
    }

    /** Returns whether the gate ended early because no solo run of a side has figures that count. */
    public boolean isHopeless() {
        return hopeless;
    }

    /** Returns whether the time limit prevented a further run. */
    public boolean isTimeUp() {
        return timeIsUp;
    }

    private boolean outOfTime(MatrixExecution next) {
        if (plan.timeNs() > 0 && next.expectedNs() > leftNs()) {
            timeIsUp = true;
            progress.stage("ended: no time for another run (--time)");
        }
        return timeIsUp;
    }

    private long leftNs() {
        return plan.timeNs() - (clock.nanoTime() - begunNs);
    }

    private void choose(GateReport report) {
        List<Integer> looks = terms.policy().looks();
        NeededRuns needed = report.needed();
        if (plan.timeNs() == 0 || !plan.turns() || inPairs || runs.interrupted() || needed == null) {
            return;
        }
        if (report.decision().look() == looks.get(0)
                && pairsAreBetter(looks, needed.runs(), runs.expectedNs(), pairs.expectedNs(), leftNs())) {
            inPairs = true;
            lastLook = 0;
            progress.stage("solo runs would need about " + needed.runs() + " a side; goes on with a duet by turns");
        }
    }

    /**
     * Returns whether a duet is the better choice after the first look: its pairs fit into the time left, and further solo
     * runs would probably not decide in that time.
     *
     * @param needed number of solo runs per side that would decide
     */
    static boolean pairsAreBetter(List<Integer> looks, long needed, long runNs, long pairNs, long leftNs) {
        int first = looks.get(0);
        boolean runsDecide = looks.stream()
                .anyMatch(look -> look > first && look >= needed && 2L * (look - first) * runNs <= leftNs);
        return !runsDecide && first * pairNs <= leftNs;
    }

    private GateReport judge() {
        return runs.interrupted() ? preview() : decide();
    }

    private static int nextSolo(GateReport report) {
        GateReport.Duet duet = report.duet();
        return duet == null ? 0 : duet.nextSolo();
    }

    /** Takes the next look if enough pairs count for it; returns whether the gate is decided. */
    private boolean pairsDecided() {
        return ends(DuetRuns.count(runs(plan.baseline()), runs(plan.candidate())), " pairs");
    }

    /**
     * Takes a look once there are as many solo runs as the last look required; returns whether the gate is decided. A
     * candidate that fails at its start never reaches that number.
     */
    private boolean soloDecided() {
        int before = solo(plan.baseline());
        int now = solo(plan.candidate());
        if (Math.min(before, now) < wantedSolo) {
            return isEarlyLook(before, now) && preview().verdict() != GateVerdict.INCONCLUSIVE
                    || neverMeasures(wantedSolo);
        }
        GateReport look = decide();
        progress.stage("look at " + wantedSolo + " solo runs a side: " + look.verdict());
        wantedSolo = nextSolo(look);
        return wantedSolo == 0;
    }

    /** Returns whether solo runs can be judged early: with more measured runs, a candidate had more chances to lose ticks. */
    static boolean isEarlyLook(int before, int now) {
        return before >= now;
    }

    /** Returns whether a side has so many solo runs, none with figures that count, and reports it. */
    private boolean neverMeasures(int most) {
        int settled = Math.min(runs.settled(plan.baseline()), runs.settled(plan.candidate()));
        Optional<String> side = Stream.of(plan.baseline(), plan.candidate())
                .filter(each -> measuresNothing(settled, most, solo(each)))
                .findFirst();
        side.ifPresent(each -> progress.stage("ended: no solo run of " + each + " has figures that count"));
        hopeless = side.isPresent();
        return hopeless;
    }

    /**
     * Returns whether further solo runs cannot decide, because those of a side have no figures that count.
     *
     * @param settled solo runs that need no repeat, of the side that has fewer
     * @param most runs of the side after which it is hopeless
     * @param measured its solo runs with figures that count
     */
    static boolean measuresNothing(int settled, int most, int measured) {
        return measured == 0 && settled >= most;
    }

    private int solo(String side) {
        return (int) runs(side).stream()
                .filter(run -> run.counts() && run.measured() && !run.duet())
                .count();
    }

    /** Takes the next look if enough runs of both sides count for it; returns whether the gate is decided or hopeless. */
    private boolean decided() {
        return ends(Math.min(counted(plan.baseline()), counted(plan.candidate())), " runs a side")
                || neverMeasures(terms.policy().looks().get(0));
    }

    private boolean ends(int counted, String what) {
        return decidedBefore(counted)
                || look(counted, what).filter(GateExecution::isOver).isPresent();
    }

    /**
     * Returns whether earlier gates of these releases have decided. The releases are known after the first run of each side.
     */
    private boolean decidedBefore(int counted) {
        if (lastLook > 0 || counted == 0) {
            return false;
        }
        GateReport before = preview();
        boolean decided = before.memory().ledger() != null && isOver(before);
        if (decided) {
            progress.stage("already decided by earlier gates of these releases: " + before.verdict());
        }
        return decided;
    }

    private static boolean isOver(GateReport report) {
        return report.verdict() != GateVerdict.INCONCLUSIVE || report.decision().nextLook() == 0;
    }

    private Optional<GateReport> look(int counted, String what) {
        Optional<Integer> look = terms.policy().looks().stream()
                .filter(each -> each > lastLook && each <= counted)
                .reduce((one, other) -> other);
        look.ifPresent(reached -> lastLook = reached);
        Optional<GateReport> now = look.map(reached -> decide());
        now.ifPresent(report -> {
            progress.stage("look at " + lastLook + what + ": " + report.verdict());
            choose(report);
        });
        return now;
    }

    private int counted(String side) {
        return (int) runs(side).stream().filter(GatedRun::counts).count();
    }

    /** Runs of both sides so far. */
    public List<GatedRun> gatedRuns() {
        return Stream.of(plan.baseline(), plan.candidate())
                .flatMap(side -> runs(side).stream())
                .toList();
    }

    private List<GatedRun> runs(String side) {
        return RunFinder.ofCase(folder, side);
    }

    private GateReport decide() {
        return with(store -> store.decide(terms, plan.gate(), inPairs, runs(plan.baseline()), runs(plan.candidate())));
    }

    private GateReport preview() {
        return with(store -> store.preview(terms, inPairs, runs(plan.baseline()), runs(plan.candidate())));
    }

    private <T> T with(Function<GateStore, T> question) {
        try (GateStore store = GateStore.open(Path.of(plan.state()))) {
            return question.apply(store);
        }
    }
}
