package org.ticktoquote.analysis.files;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.file.WholeFile;

/** Writes {@code summary.json}. */
public final class SummaryFile {
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer(printer());

    private SummaryFile() {}

    private static DefaultPrettyPrinter printer() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return printer;
    }

    /** Whole or not at all. */
    public static void write(Path file, Summary summary) throws IOException {
        WholeFile.write(file, out -> {
            out.write(WRITER.writeValueAsBytes(summary));
            out.write('\n');
        });
    }
}
