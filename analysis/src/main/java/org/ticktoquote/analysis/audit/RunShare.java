package org.ticktoquote.analysis.audit;

import java.util.Optional;
import org.ticktoquote.analysis.summary.NullResponse;

/**
 * What a run has of the null responder.
 *
 * @param known empty when it has nothing of its own
 * @param foreign what the file is where it is another run's; empty where it is not
 */
public record RunShare(Optional<NullResponse> known, String foreign) {
    static final RunShare NONE = new RunShare(Optional.empty(), "");
}
