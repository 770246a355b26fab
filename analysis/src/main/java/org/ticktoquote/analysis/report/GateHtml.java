package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.report.PageText;

/**
 * {@code gate.html}: the verdict of a gate as a single page that needs nothing else, not even scripts.
 *
 * <p>The same verdict gives the same bytes; of a duet, with the same results of single ticks in the directories of its runs.
 * All text that comes from outside is escaped by the templates.
 */
public final class GateHtml {
    /** Its name in a directory. */
    public static final String FILE = "gate.html";

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, GateHtml.class.getClassLoader(), GateHtml.class.getPackageName());

    private GateHtml() {}

    /** The page. */
    static String of(GateReport report, List<GatedRun> given) {
        StringOutput page = new StringOutput(1 << 17);
        TEMPLATES.render("gate.jte", GatePage.of(report, given), page);
        return PageText.of(page.toString());
    }

    /**
     * Writes the page into a directory that is there, whole or not at all.
     *
     * @param given runs of both sides; the ticks of a pair are shown where the directories of its runs are there
     */
    public static void write(GateReport report, List<GatedRun> given, Path folder) {
        Path file = folder.resolve(FILE);
        FileAccess.write(file, () -> WholeFile.write(file, of(report, given)));
    }
}
