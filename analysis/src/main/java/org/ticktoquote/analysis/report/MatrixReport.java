package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.report.PageText;

/**
 * {@code index.html} of a matrix: a single page that needs nothing else; it links to the reports of the runs.
 *
 * <p>The same data give the same bytes. All text that comes from outside is escaped by the templates.
 */
public final class MatrixReport {
    /** Its name in the directory of the matrix. */
    public static final String FILE = "index.html";

    private static final String OUTLIERS = "outliers.json";

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, MatrixReport.class.getClassLoader(), MatrixReport.class.getPackageName());

    private MatrixReport() {}

    /** The page; reads the results of single ticks from the runs, for their time lines. */
    static String html(MatrixComparison comparison, CauseTables causes, Path directory) {
        StringOutput page = new StringOutput(1 << 18);
        TEMPLATES.render("matrix.jte", MatrixPage.of(comparison, causes, directory), page);
        return PageText.of(page.toString());
    }

    /**
     * Writes the page into the directory of the matrix, the causes behind it, and what became of what its cases are held to;
     * each file whole or not at all: to a neighbour first, then renamed.
     */
    public static void write(MatrixComparison comparison, Path directory) {
        Path file = directory.resolve(FILE);
        FileAccess.write(file, () -> {
            CauseTables causes = CauseTables.of(comparison, directory);
            Path outliers = directory.resolve(OUTLIERS);
            if (causes.outliers().isPresent()) {
                causes.outliers().get().write(outliers);
            } else {
                Files.deleteIfExists(outliers); // of what the directory held before
            }
            MatrixSuites.write(comparison, directory);
            WholeFile.write(file, html(comparison, causes, directory));
        });
    }
}
