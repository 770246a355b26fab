package org.ticktoquote.analysis.observation;

import java.util.List;
import org.ticktoquote.analysis.matching.JournalState;
import org.ticktoquote.analysis.schedule.SentTicks;
import org.ticktoquote.core.run.RunManifest;

/**
 * Whether the harness or its journals broke off or are not the run's own: then nobody knows what became of the ticks, every
 * figure that rests on them is a diagnostic, and the application is accused of nothing.
 */
public final class BrokenOff {
    private BrokenOff() {}

    /**
     * Whether that is so.
     *
     * @param foreign files of the self-audit that are not this run's
     */
    public static boolean of(RunManifest manifest, List<JournalState> journals, List<String> foreign, SentTicks sent) {
        ProcessObservations processes = new ProcessObservations(manifest, sent.ticks());
        return processes.brokenOff()
                || !foreign.isEmpty()
                || !journals.stream().allMatch(JournalState::whole)
                || sent.misplaced() > 0
                || sent.differ(manifest.replay());
    }
}
