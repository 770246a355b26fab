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
 * @param curves one for each latency of the summary, in its order
 */
public record RunAnalysis(RunManifest manifest, Summary summary, List<Curve> curves) {
    public RunAnalysis {
        curves = List.copyOf(curves);
    }
}
