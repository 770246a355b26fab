package org.ticktoquote.comparison.matrix.files;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.files.ComparedLatency;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Writes {@code comparison.json}, {@code curves.csv} and the curves of each latency as SVG, in time and, if the matrix has a
 * reference, in normalised units.
 */
public final class MatrixFiles {
    /** Name of the comparison in the directory of the matrix. */
    public static final String COMPARISON = "comparison.json";
    /** Name of the table of curves. */
    public static final String CURVES = "curves.csv";

    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer(printer());

    private MatrixFiles() {}

    private static DefaultPrettyPrinter printer() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return printer;
    }

    /** Writes each file atomically and returns their names. */
    public static List<String> write(MatrixComparison comparison, Path directory) {
        List<String> names = new ArrayList<>();
        try {
            names.add(COMPARISON);
            AtomicFile.write(directory.resolve(COMPARISON), out -> {
                out.write(WRITER.writeValueAsBytes(comparison));
                out.write('\n');
            });
            names.add(CURVES);
            AtomicFile.write(
                    directory.resolve(CURVES), out -> CurvesTable.of(comparison).writeTo(out));
            for (String latency : ComparedLatency.FIELDS) {
                names.add(picture(comparison, directory, latency, null));
                if (comparison.referenceNs() != null) {
                    names.add(picture(comparison, directory, latency, comparison.referenceNs()));
                }
            }
        } catch (IOException e) {
            throw Problem.of(directory).fault("results cannot be written", e).exception(ExitStatus.ENVIRONMENT, e);
        }
        return names;
    }

    private static String picture(
            MatrixComparison comparison, Path directory, String latency, @Nullable Long referenceNs)
            throws IOException {
        String name = "curves-" + PictureText.file(latency) + (referenceNs == null ? "" : "-normalised") + ".svg";
        String picture = CurvesPicture.of(comparison, latency, referenceNs);
        AtomicFile.write(directory.resolve(name), out -> out.write(picture.getBytes(StandardCharsets.UTF_8)));
        return name;
    }
}
