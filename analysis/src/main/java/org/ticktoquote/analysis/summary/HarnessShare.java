package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * What the harness itself may have added to the response.
 *
 * @param nullResponder the response of an application that answers at once; null when it was not measured on this host
 *     under this load
 * @param withoutLagAndStallsNs percentiles of the response less the replay lag of its tick, and less the time between sent
 *     and received in which the clients stood still; unknown where their stalls are
 * @param atMostNs an upper bound of what the harness added to each percentile, whatever the null responder's service is joined
 *     with: no application answered faster than the response less this. Unknown without the null responder
 *     or the stalls
 */
public record HarnessShare(
        @Nullable NullResponse nullResponder, ShareFigures withoutLagAndStallsNs, ShareFigures atMostNs) {}
