package org.ticktoquote.analysis.matching;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** A manifest with one venue, for tests of sessions, instruments, matching and tiers. */
public final class ManifestFixture {
    private ManifestFixture() {}

    /** No warm-up. An empty list of tiers declares no model. */
    public static RunManifest of(int instruments, List<SessionPlan> sessions, Matching matching, List<Long> tiers) {
        return of(instruments, sessions, matching, tiers, 0);
    }

    static RunManifest of(
            int instruments, List<SessionPlan> sessions, Matching matching, List<Long> tiers, long warmUpTicks) {
        List<Instrument> known = IntStream.range(0, instruments)
                .mapToObj(id -> new Instrument(id, "P" + id, 100_000, 10_000))
                .toList();
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        RunManifest.COMPLETE,
                        "run-1",
                        JournalOrigin.NO_RUN,
                        "2026-11-20T14:12:00Z",
                        "tick-to-quote test",
                        "lab"),
                new RunManifest.Recording("a.t2q", "ab", known, List.of("A")),
                new RunManifest.Replay("udp://127.0.0.1:1", 1, 0, 1, 7, "", 10, 99, 0, true),
                sessions,
                new RunManifest.Declared(
                        matching,
                        new ApplicationModel(!tiers.isEmpty(), ApplicationModel.BEST_OF_VENUES, true, 0, tiers, 0),
                        new Conflation(Conflation.NONE, 0)),
                new RunManifest.WarmUp(warmUpTicks, 100, true, List.of(1L), 0.5),
                new RunManifest.Observed(List.of(), Map.of(), Map.of()),
                new RunManifest.Time(List.of(), Map.of()));
    }

    /** The manifest of another state of the run and other observations. */
    public static RunManifest with(
            RunManifest manifest,
            String state,
            RunManifest.Replay replay,
            RunManifest.WarmUp warmUp,
            RunManifest.Observed observed,
            RunManifest.Time time) {
        RunManifest.About about = manifest.about();
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        state, about.runId(), about.identity(), about.startedAt(), about.product(), about.profile()),
                manifest.recording(),
                replay,
                manifest.sessions(),
                manifest.declared(),
                warmUp,
                observed,
                time);
    }

    /** Creates the plan of sessions whose snapshots echo ids, with the sessions' own tiers and no drain deadline. */
    public static MatchPlan planById(
            List<SessionPlan> sessions, int instruments, Conflation conflation, long uncertaintyNs, long ticks) {
        return new MatchPlan(
                sessions,
                instruments,
                1,
                Matching.byId(0, "decimal"),
                MatchPlan.declaredTiers(sessions, instruments),
                conflation,
                uncertaintyNs,
                ticks,
                0);
    }
}
