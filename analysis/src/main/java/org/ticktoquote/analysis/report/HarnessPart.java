package org.ticktoquote.analysis.report;

import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.Summary;

/**
 * What the page says of the harness's own doing.
 *
 * @param audited whether there is anything to say
 * @param stallsJson for the bands of the time line
 */
record HarnessPart(boolean audited, Table share, Table processes, Table connections, Table stalls, String stallsJson) {
    static HarnessPart of(Summary summary) {
        SelfAuditFigures audit = summary.selfAudit();
        return new HarnessPart(
                !audit.harnessProcesses().isEmpty(),
                AuditTables.share(summary),
                AuditTables.processes(audit),
                AuditTables.connections(audit),
                AuditTables.stalls(audit),
                ChartData.stalls(audit.stalls()));
    }
}
