package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One window of a service level, or one session.
 *
 * @param session its index; null, and omitted from the file, for a window over all sessions
 * @param fromNs start, relative to the first intended tick
 * @param toNs end, relative to the first intended tick
 * @param values number of values; for a session the observed time in nanoseconds, summed over its pairs
 * @param late number of late values; for a session the nanoseconds with a stale price
 * @param valueNs figure of the level, a percentile or the latest answer; null if it is a lost tick, which ranks above every
 * number, or for a session
 */
public record LevelWindowFigure(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer session,
        long fromNs,
        long toNs,
        long values,
        long late,
        @Nullable Long valueNs) {}
