package org.ticktoquote.analysis;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.run.RunManifest;

/**
 * Results derived from one run.
 *
 * @param curves one per latency of the summary, in its order, under the latest attribution
 * @param soonestCurves curves under the soonest attribution; empty if there is only one
 * @param beyond share of time, then of due ticks x sessions, beyond each age, under the latest attribution
 * @param soonestBeyond same shares under the soonest attribution; empty if there is only one
 * @param wire figures from a capture of the run, if any
 */
public record RunAnalysis(
        RunManifest manifest,
        Summary summary,
        List<Curve> curves,
        List<Curve> soonestCurves,
        List<BeyondCurve> beyond,
        List<BeyondCurve> soonestBeyond,
        Optional<WireFigures> wire) {
    public RunAnalysis {
        curves = List.copyOf(curves);
        soonestCurves = List.copyOf(soonestCurves);
        beyond = List.copyOf(beyond);
        soonestBeyond = List.copyOf(soonestBeyond);
    }

    /** Returns a copy with the figures from a capture. */
    public RunAnalysis with(Optional<WireFigures> captured) {
        return new RunAnalysis(manifest, summary, curves, soonestCurves, beyond, soonestBeyond, captured);
    }
}
