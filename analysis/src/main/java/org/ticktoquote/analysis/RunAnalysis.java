package org.ticktoquote.analysis;

import java.util.List;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.RunManifest;

/**
 * Everything that was derived from one run.
 *
 * @param manifest of the run
 * @param summary the figures
 * @param curves one for each latency of the summary, in its order, under the attribution that answers latest
 * @param soonestCurves the same under the one that answers soonest; empty where there is only one
 */
public record RunAnalysis(RunManifest manifest, Summary summary, List<Curve> curves, List<Curve> soonestCurves) {
    public RunAnalysis {
        curves = List.copyOf(curves);
        soonestCurves = List.copyOf(soonestCurves);
    }
}
