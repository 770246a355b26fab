package org.ticktoquote.analysis.audit;

import java.util.Optional;
import org.ticktoquote.analysis.summary.NullResponse;

/**
 * Null responder's figures of a run.
 *
 * @param known empty if the run has none
 * @param foreign description of a file that belongs to another run; otherwise empty
 */
public record RunShare(Optional<NullResponse> known, String foreign) {
    static final RunShare NONE = new RunShare(Optional.empty(), "");
}
