package org.ticktoquote.comparison.gate.ticks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateSide;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Differences between the two runs of a gate's baseline-candidate pair, tick by tick.
 *
 * @param baseline name of the run; can be empty
 * @param candidate name of the run; can be empty
 * @param differences empty if unknown
 * @param note why the differences are unknown, or which attribution they use; can be empty
 */
public record PairTicks(String baseline, String candidate, Optional<TickDifferences> differences, String note) {
    /** Maximum number of pairs read; each requires the tick results of two runs. */
    public static final int MAX_PAIRS = 10;

    private static final String LATEST = "ambiguous ticks count as answered at the latest, on both sides";

    PairTicks(String baseline, String candidate, String why) {
        this(baseline, candidate, Optional.empty(), why);
    }

    PairTicks(String baseline, String candidate, TickDifferences differences, String note) {
        this(baseline, candidate, Optional.of(differences), note);
    }

    /**
     * Reads the newest pairs of a verdict, newest first; empty for solo runs. Reads the tick results in the run directories,
     * if these still exist, as the gate store keeps only small files. An unreadable pair has a note instead of differences.
     *
     * @param runs runs of both sides; their directories can be missing
     */
    public static List<PairTicks> newest(GateReport report, List<GatedRun> runs) {
        GateReport.Duet duet = report.duet();
        Map<String, GatedRun> given =
                runs.stream().collect(Collectors.toMap(GatedRun::id, run -> run, (old, run) -> run));
        return duet == null ? List.of() : read(report, duet.pairs(), given);
    }

    /** Reads the pairs. Each side of the report lists the runs of pairs first, in pair order. */
    private static List<PairTicks> read(GateReport report, List<GateReport.Pair> pairs, Map<String, GatedRun> given) {
        Iterator<GateSide.Run> before = report.baseline().runs().iterator();
        Iterator<GateSide.Run> now = report.candidate().runs().iterator();
        List<PairTicks> read = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            GateReport.Pair pair = pairs.get(i);
            String old = pair.baseline().isEmpty() ? "" : before.next().id();
            String made = pair.candidate().isEmpty() ? "" : now.next().id();
            if (i >= pairs.size() - MAX_PAIRS) {
                read.add(read(pair, old, made, given));
            }
        }
        Collections.reverse(read);
        return read;
    }

    private static PairTicks read(GateReport.Pair pair, String old, String made, Map<String, GatedRun> given) {
        if (old.isEmpty() || made.isEmpty()) {
            return new PairTicks(pair.baseline(), pair.candidate(), "only one of its runs counts");
        }
        GatedRun before = given.get(old);
        GatedRun now = given.get(made);
        String missing = Stream.of(missing("baseline", before), missing("candidate", now))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining("; "));
        if (before == null || now == null || !missing.isEmpty()) {
            return new PairTicks(pair.baseline(), pair.candidate(), missing);
        }
        try (TickResults was = open(before);
                TickResults is = open(now)) {
            String bound = before.hasTwoBounds() || now.hasTwoBounds() ? LATEST : "";
            TickDifferences differences = TickDifferences.of(was, is, before.byTurns());
            return new PairTicks(pair.baseline(), pair.candidate(), differences, bound);
        } catch (ProblemException damaged) {
            return new PairTicks(pair.baseline(), pair.candidate(), String.valueOf(damaged.getMessage()));
        }
    }

    /** Returns why a run has no tick results; empty if it has. {@code run} is null if this gate was not given the run. */
    private static String missing(String side, @Nullable GatedRun run) {
        if (run == null) {
            return "the run of the " + side + " is not an input of this gate (earlier gates keep only small files)";
        }
        if (run.directory() == null || !run.measured()) {
            return "the run of the " + side + " measured nothing";
        }
        return Files.isRegularFile(file(run))
                ? ""
                : "the tick results of the " + side + " are missing; recreate them from the journals with t2q analyze";
    }

    private static Path file(GatedRun run) {
        return new RunDirectory(Objects.requireNonNull(run.directory())).tickResults();
    }

    /** Opens the file, which the caller closes; rejects a damaged file or one of another run. */
    private static TickResults open(GatedRun run) {
        return TickResults.open(file(run), UUID.fromString(run.id()));
    }
}
