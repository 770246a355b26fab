package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.report.GateSections;
import org.ticktoquote.report.Report;

/** Presents the result of a gate to a user: the verdict, and files if requested. */
final class GateResult {
    private final GateReport report;
    private final List<GatedRun> given;

    /** @param given runs given to the gate or made by it */
    GateResult(GateReport report, List<GatedRun> given) {
        this.report = report;
        this.given = given;
    }

    void print(PrintWriter out, @Nullable Path folder) {
        Report page = GateSections.of(report, folder == null ? List.of() : given);
        if (folder != null) {
            GateSections.write(report, page, folder);
        }
        page.lines().forEach(out::println);
        if (folder != null) {
            out.println();
            out.println("verdict: " + folder.resolve(GateReport.FILE));
            out.println("page:    " + folder.resolve(GateSections.PAGE));
        }
        out.flush();
    }
}
