package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Service level and its result.
 *
 * @param level its text
 * @param limitNs its bound
 * @param why reason for users if undecided; otherwise empty
 * @param figures figures under the latest attribution, or the only one
 * @param soonest figures under the soonest attribution; null, and omitted from the file, if there is only one
 */
public record LevelOutcome(
        String level,
        long limitNs,
        LevelState state,
        String why,
        LevelFigures figures,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LevelFigures soonest) {}
