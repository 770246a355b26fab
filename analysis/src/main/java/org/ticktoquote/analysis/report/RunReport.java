package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.report.PageText;

/**
 * The report of one run as a single HTML page that needs nothing else: no network, no neighbour files.
 *
 * <p>The same data give the same bytes. All text that comes from outside is escaped by the templates.
 */
public final class RunReport {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, RunReport.class.getClassLoader(), RunReport.class.getPackageName());

    private RunReport() {}

    /** The page. */
    public static String html(ReportData data) {
        StringOutput page = new StringOutput(1 << 18);
        TEMPLATES.render("run.jte", RunPage.of(data), page);
        return PageText.of(page.toString());
    }

    /** Writes the page whole or not at all: to a neighbour first, then renamed. */
    public static void write(ReportData data, Path file) {
        FileAccess.write(file, () -> WholeFile.write(file, html(data)));
    }
}
