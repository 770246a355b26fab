package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;

/**
 * How often and for how long a system is late in a year, and why, for people who do not read percentiles: a single page of
 * paper that needs nothing else, not even scripts.
 *
 * <p>The same outliers give the same bytes. All text that comes from outside is escaped by the template.
 */
public final class YearReport {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, YearReport.class.getClassLoader(), YearReport.class.getPackageName());

    private YearReport() {}

    /**
     * The page.
     *
     * @param laterThan what the outliers were asked for: a time is the one that the page speaks of
     */
    public static String html(Outliers outliers, LaterThan laterThan) {
        StringOutput page = new StringOutput(1 << 16);
        TEMPLATES.render("year.jte", YearPage.of(outliers, laterThan), page);
        return PageText.of(page.toString());
    }
}
