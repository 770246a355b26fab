package org.ticktoquote.analysis.observation;

import java.util.List;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.audit.Stretch;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/**
 * Whose doing it was that datagrams were dropped at the application's own socket: they are dropped when it is full, and full
 * when the application does not read it.
 *
 * <p>Between two counts of the harness's process in which some were dropped, the application is charged with them only where
 * it could have run: more than {@value #IDLE_PERCENT} % of the host's processors were idle, and its threads waited for one
 * for less than half of the time that they wanted one. Where that is not known it is not charged.
 */
public final class FeedDrops {
    private FeedDrops() {}

    /** Datagrams that the application left unread although it could have run; 0 where nobody counted. */
    public static long unread(RunAudit audit) {
        List<Stretch> steps = audit.steps(Role.HARNESS);
        return steps.stream()
                .filter(step -> step.applicationCouldRun().orElse(false))
                .mapToLong(step -> grown(step, AuditSample.APPLICATION_UDP_DROPS))
                .sum();
    }

    private static long grown(Stretch step, String counter) {
        return step.grown(Role.HARNESS, counter).orElse(0L);
    }
}
