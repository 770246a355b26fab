package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * Bounds of the harness's own contribution to the response.
 *
 * @param nullResponder response of an application that answers immediately; null if not measured on this host with this load
 * @param withoutLagAndStallsNs percentiles of the response less the replay lag of its tick and less the clients' stalls
 * between the offered time and the answer; unknown if the clients' stalls are unknown
 * @param atMostNs upper bound of the harness's contribution to each percentile, for any joint distribution with the null
 * responder's service. The application took at least the response minus this. Unknown if the null responder was not measured
 * or the stalls of the clients are unknown
 */
public record HarnessShare(
        @Nullable NullResponse nullResponder, ShareFigures withoutLagAndStallsNs, ShareFigures atMostNs) {}
