package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Path;
import org.ticktoquote.analysis.rate.RateResult;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.report.PageText;

/**
 * {@code rate.html}: a rate search as a single page that needs nothing else, not even scripts; it links to the reports of the
 * runs.
 *
 * <p>The same runs give the same bytes. All text that comes from outside is escaped by the templates.
 */
public final class RateReport {
    /** Its name in a directory. */
    public static final String FILE = "rate.html";

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, RateReport.class.getClassLoader(), RateReport.class.getPackageName());

    private RateReport() {}

    static String html(RateResult result) {
        StringOutput page = new StringOutput(1 << 17);
        TEMPLATES.render("rate.jte", RatePage.of(result), page);
        return PageText.of(page.toString());
    }

    /** Writes the page into the directory of the search, whole or not at all. */
    public static void write(RateResult result, Path folder) {
        Path file = folder.resolve(FILE);
        FileAccess.write(file, () -> WholeFile.write(file, html(result)));
    }
}
