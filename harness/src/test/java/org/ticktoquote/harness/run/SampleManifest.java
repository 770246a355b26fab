package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** Manifest of a small run. */
public final class SampleManifest {
    private SampleManifest() {}

    /** @param toNs end of the window */
    public static RunManifest of(String state, String recordingSha256, long toNs, Map<String, String> facts) {
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        state, "run-1", JournalOrigin.NO_RUN, "2026-11-20T14:12:00Z", "tick-to-quote 1", "dev"),
                new RunManifest.Recording(
                        "a.t2q", recordingSha256, List.of(new Instrument(0, "EUR/USD", 1, 1)), List.of("A")),
                new RunManifest.Replay("udp://127.0.0.1:40001", 1, 0, toNs, 9, "", 1, 2, 0, true),
                List.of(new SessionPlan(0, "C-0", 0, List.of(0))),
                new RunManifest.Declared(
                        Matching.byId(278, "decimal"), ApplicationModel.UNKNOWN, new Conflation(Conflation.UNKNOWN, 0)),
                new RunManifest.WarmUp(0, 0, true, List.of(), 0.5),
                new RunManifest.Observed(List.of(), facts, Map.of()),
                new RunManifest.Time(List.of(new ClockPair(1, 2, 3)), Map.of()));
    }
}
