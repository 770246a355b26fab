package org.ticktoquote.analysis.summary;

import org.jspecify.annotations.Nullable;

/**
 * What the harness itself may have added to the response.
 *
 * @param nullResponder the response of an application that answers at once; null when it was not measured on this host
 *     under this load
 * @param withoutStallsNs percentiles of the response less the time in which the replayer or the clients stood still
 * @param atMostNs an upper bound of the harness's part of each percentile: that of the null responder, and what the stalls
 *     of this run made of it; unknown without the null responder
 */
public record HarnessShare(@Nullable NullResponse nullResponder, ShareFigures withoutStallsNs, ShareFigures atMostNs) {

    /** Puts the bound together; never more than the response itself. */
    public static HarnessShare of(
            @Nullable NullResponse nullResponder, ShareFigures response, ShareFigures withoutStalls) {
        if (nullResponder == null) {
            return new HarnessShare(null, withoutStalls, ShareFigures.NONE);
        }
        ShareFigures stalled = response.with(withoutStalls, (whole, rest) -> Math.max(0, whole - rest));
        ShareFigures both = nullResponder.responseNs().with(stalled, Long::sum);
        return new HarnessShare(nullResponder, withoutStalls, both.with(response, Math::min));
    }
}
