package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import org.ticktoquote.analysis.outliers.LaterThan;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.report.PageText;

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
     * @throws org.ticktoquote.core.command.Refusal where more than a fifth of the time of every case is the harness's own
     */
    public static String html(Outliers outliers, LaterThan laterThan) {
        String refusal = YearPage.refusal(outliers);
        if (!refusal.isEmpty()) {
            throw Problem.of("--html")
                    .fault(refusal)
                    .expected(
                            "at most 20 %: the page would say how late the harness is; repeat the runs on a quieter host")
                    .refusal(ExitStatus.VOID);
        }
        StringOutput page = new StringOutput(1 << 16);
        TEMPLATES.render("year.jte", YearPage.of(outliers, laterThan), page);
        return PageText.of(page.toString());
    }
}
