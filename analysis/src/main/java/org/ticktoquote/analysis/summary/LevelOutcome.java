package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A service level and what the run says to it.
 *
 * @param level its text
 * @param limitNs its bound
 * @param state met, broken, or undecided
 * @param why it is undecided, for people; empty otherwise
 * @param figures where snapshots do not name their ticks, under the attribution that answers latest
 * @param soonest under the one that answers soonest; null, and not in the file, where there is only one
 */
public record LevelOutcome(
        String level,
        long limitNs,
        LevelState state,
        String why,
        LevelFigures figures,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LevelFigures soonest) {}
