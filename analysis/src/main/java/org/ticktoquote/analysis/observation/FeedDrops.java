package org.ticktoquote.analysis.observation;

import java.util.List;
import org.ticktoquote.analysis.audit.AuditStep;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/**
 * Determines who is responsible for datagrams dropped at the application's socket. Datagrams are dropped when the socket
 * buffer is full because the application does not read.
 *
 * <p>For drops between two samples of the harness process, the application is charged only if it
 * {@linkplain AuditStep#applicationCouldRun could run}. If that is unknown it is not charged.
 */
public final class FeedDrops {
    private FeedDrops() {}

    /** Returns the datagrams that the application left unread although it could have run; 0 if not counted. */
    public static long unread(RunAudit audit) {
        List<AuditStep> steps = audit.steps(Role.HARNESS);
        return steps.stream()
                .filter(step -> step.applicationCouldRun().orElse(false))
                .mapToLong(step -> delta(step, AuditSample.APPLICATION_UDP_DROPS))
                .sum();
    }

    private static long delta(AuditStep step, String counter) {
        return step.delta(Role.HARNESS, counter).orElse(0L);
    }
}
