package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.analysis.summary.Summary;

/** The tables of the harness's self-audit. */
final class AuditTables {
    private static final double NS_PER_S = 1e9;

    private AuditTables() {}

    /** Response, what is left of it without the harness's known delays, and the bound. */
    static Table share(Summary summary) {
        SelfAuditFigures audit = summary.selfAudit();
        NullResponse known = audit.harnessShare().nullResponder();
        List<Row> rows = new ArrayList<>();
        rows.add(share("response", "as measured", ShareFigures.of(summary.responseNs())));
        rows.add(share(
                "without lag and stalls",
                "less the replay lag of the tick and the stalls of the clients",
                audit.harnessShare().withoutLagAndStallsNs()));
        if (known != null) {
            String population = Figures.count(known.responses()) + " responses, " + known.measuredAt();
            rows.add(share("null responder", "service under the same load: " + population, known.serviceNs()));
            rows.add(share(
                    "harness, at most",
                    "lag, stalls and the null responder's service, however they were joined",
                    audit.harnessShare().atMostNs()));
        }
        String missing = known == null ? " An upper bound is not known: t2q run --harness-share measures it." : "";
        List<Column> columns = List.of(
                new Column("p50", ""),
                new Column("p90", ""),
                new Column("p99", ""),
                new Column("p99.9", ""),
                new Column("p99.99", ""),
                new Column("max", ""));
        return new Table(
                "harness-share",
                "The harness's own share",
                (Trust.tail(summary) + missing).strip(),
                "part",
                columns,
                rows);
    }

    private static Row share(String title, String hint, ShareFigures figures) {
        return Row.of(
                title,
                hint,
                List.of(
                        duration(figures.p50()),
                        duration(figures.p90()),
                        duration(figures.p99()),
                        duration(figures.p999()),
                        duration(figures.p9999()),
                        duration(figures.max())));
    }

    private static Cell duration(@Nullable Long ns) {
        return ns == null ? Cell.NONE : Cell.duration(ns);
    }

    static Table processes(SelfAuditFigures audit) {
        List<Row> rows =
                audit.harnessProcesses().stream().map(AuditTables::process).toList();
        List<Column> columns = List.of(
                new Column("wakes", ""),
                new Column("p99", "hiccup"),
                new Column("max", "hiccup"),
                new Column("stalls", ""),
                new Column("stalled", "sum"),
                new Column("GC pauses", ""),
                new Column("longest", "GC pause"),
                new Column("context switches", "involuntary"),
                new Column("throttled", "time"),
                new Column("missing", ""));
        String note = "How late a thread of each process woke up that asked to wake every millisecond, in the measured"
                + " part. A stall is " + Figures.duration(audit.stallLimitNs())
                + " or more. summary.json has more of each.";
        return new Table("harness-processes", "The harness's own processes", note, "process", columns, rows);
    }

    private static Row process(HarnessProcess process) {
        return Row.of(
                process.process(),
                "",
                List.of(
                        Cell.count(process.hiccupNs().wakes()),
                        Cell.duration(process.hiccupNs().p99()),
                        Cell.duration(process.hiccupNs().max()),
                        Cell.count(process.stalls()),
                        Cell.duration(process.stalledNs()),
                        Cell.count(process.gcPauses()),
                        Cell.duration(process.longestGcPauseNs()),
                        Cell.count(process.involuntarySwitches()),
                        Cell.duration(process.throttledNs()),
                        Cell.text(process.damage())));
    }

    static Table stalls(SelfAuditFigures audit) {
        List<Row> rows = audit.stalls().stream().map(AuditTables::stall).toList();
        String note = "The longest " + Figures.count(rows.size()) + " of " + Figures.count(audit.stallCount())
                + ", by time; the bands of the time line. What happens in them is not the application's doing alone.";
        List<Column> columns =
                List.of(new Column("from", "run time"), new Column("length", ""), new Column("cause", ""));
        return new Table("stalls", "Stalls of the harness", note, "process", columns, rows);
    }

    private static Row stall(Stall stall) {
        return Row.of(
                stall.process(),
                "",
                List.of(
                        Cell.number(Figures.number(stall.fromNs() / NS_PER_S) + " s"),
                        Cell.duration(stall.lengthNs()),
                        Cell.word(stall.cause())));
    }

    static Table connections(SelfAuditFigures audit) {
        List<Row> rows =
                audit.connections().stream().map(AuditTables::connection).toList();
        List<Column> columns = List.of(
                new Column("snapshots", ""),
                new Column("2 and more", "in one read"),
                new Column("10 and more", "in one read"),
                new Column("most", "in one read"),
                new Column("retransmissions", "segments"),
                new Column("needless", "retransmissions"),
                new Column("window closed", "time"));
        return new Table(
                "connections",
                "Connections of the sessions",
                "Snapshots of one read share a time stamp. Window closed: the application had to send and the client had"
                        + " not read.",
                "session",
                columns,
                rows);
    }

    private static Row connection(ConnectionSummary connection) {
        return Row.of(
                connection.name(),
                "",
                List.of(
                        Cell.count(connection.snapshots()),
                        Cell.number(Figures.share(connection.withOther(), connection.snapshots())),
                        Cell.number(Figures.share(connection.withMany(), connection.snapshots())),
                        Cell.count(connection.mostInRead()),
                        known(connection.retransmits()),
                        known(connection.spuriousRetransmits()),
                        connection.windowLimitedNs() < 0 ? Cell.NONE : Cell.duration(connection.windowLimitedNs())));
    }

    private static Cell known(long count) {
        return count < 0 ? Cell.NONE : Cell.count(count);
    }
}
