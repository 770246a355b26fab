package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One window of a service level, or one session.
 *
 * @param session its index; null, and not in the file, where it is of all sessions
 * @param fromNs where it begins, after the first intended tick
 * @param toNs where it ends, likewise
 * @param values that count in it; of a session the nanoseconds of its time, over its pairs
 * @param late how many of them are; of a session the nanoseconds with an older price
 * @param valueNs the figure of the level: the percentile, or the latest answer; null where that is a lost tick, which ranks
 *     above every number, and of a session
 */
public record LevelWindowFigure(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer session,
        long fromNs,
        long toNs,
        long values,
        long late,
        @Nullable Long valueNs) {}
