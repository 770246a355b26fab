package org.ticktoquote.harness.run;

import java.util.UUID;
import org.ticktoquote.core.audit.AuditSource;
import org.ticktoquote.core.audit.SelfAudit;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.host.jvm.CollectorLogFiles.RuntimeLog;
import org.ticktoquote.host.sockets.HostCounters;

/**
 * The self-audit of the harness's own process, which also stands for the host: its hiccups are the host's, its counters
 * include the host's.
 */
public final class OwnAudit implements AutoCloseable {
    private final RuntimeLog log;
    private final SelfAudit audit;
    private volatile AuditSource application = counters -> {};

    /** Begins to watch, into the files of a run. */
    public OwnAudit(RunDirectory directory, UUID run) {
        log = RuntimeLog.into(directory.gcLog(Role.HARNESS));
        audit = SelfAudit.start(
                directory, run, Role.HARNESS, new HostCounters(), counters -> application.read(counters));
    }

    /** From now on what is known of the application is written too. */
    public void watch(AuditSource counters) {
        application = counters;
    }

    /** Writes a line now: the edge of a measurement. */
    public void sample() {
        audit.sample();
    }

    @Override
    public void close() {
        audit.close();
        log.close();
    }
}
