package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * What the harness itself may have added to the response.
 *
 * @param nullResponder the response of an application that answers at once; null when it was not measured on this host
 *     under this load
 * @param withoutLagAndStallsNs percentiles of the response less the replay lag of its tick, and less the time between sent
 *     and received in which the clients stood still
 * @param atMostNs an upper bound of the harness's part of each percentile: what lag and stalls of this run made of it, and
 *     the service of the null responder; unknown without the null responder
 */
public record HarnessShare(
        @Nullable NullResponse nullResponder, ShareFigures withoutLagAndStallsNs, ShareFigures atMostNs) {

    /** Puts the bound together; never more than the response itself. */
    public static HarnessShare of(@Nullable NullResponse nullResponder, ShareFigures response, ShareFigures rest) {
        if (nullResponder == null) {
            return new HarnessShare(null, rest, ShareFigures.NONE);
        }
        ShareFigures own = response.with(rest, (whole, without) -> Math.max(0, whole - without));
        ShareFigures both = nullResponder.serviceNs().with(own, Long::sum);
        return new HarnessShare(nullResponder, rest, both.with(response, Math::min));
    }
}
