package org.ticktoquote.analysis;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.run.RunManifest;

/**
 * Everything that was derived from one run.
 *
 * @param manifest of the run
 * @param summary the figures
 * @param curves one for each latency of the summary, in its order, under the attribution that answers latest
 * @param soonestCurves the same under the one that answers soonest; empty where there is only one
 * @param beyond shares beyond ages, under the attribution that answers latest: of time, then of due ticks x sessions
 * @param soonestBeyond the same under the one that answers soonest; empty where there is only one
 * @param wire what a capture of the run says; empty where there is none
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

    /** Without a capture. */
    public RunAnalysis(
            RunManifest manifest,
            Summary summary,
            List<Curve> curves,
            List<Curve> soonestCurves,
            List<BeyondCurve> beyond,
            List<BeyondCurve> soonestBeyond) {
        this(manifest, summary, curves, soonestCurves, beyond, soonestBeyond, Optional.empty());
    }

    /** The same with what a capture says. */
    public RunAnalysis with(Optional<WireFigures> captured) {
        return new RunAnalysis(manifest, summary, curves, soonestCurves, beyond, soonestBeyond, captured);
    }
}
