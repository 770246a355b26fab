package org.ticktoquote.harness.cli.gate;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.verdict.GateFiles;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.analysis.gate.verdict.GateText;
import org.ticktoquote.analysis.report.GateHtml;

/** What a person gets of a gate: the verdict, and its files where they are wanted. */
final class GateResult {
    private final GateReport report;

    GateResult(GateReport report) {
        this.report = report;
    }

    void print(PrintWriter out, @Nullable Path folder) {
        if (folder != null) {
            GateFiles.write(report, folder);
            GateHtml.write(report, folder);
        }
        GateText.of(report).forEach(out::println);
        if (folder != null) {
            out.println();
            out.println("verdict: " + folder.resolve(GateReport.FILE));
            out.println("page:    " + folder.resolve(GateHtml.FILE));
        }
        out.flush();
    }
}
