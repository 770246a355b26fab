package org.ticktoquote.analysis.files;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.run.Seal;

/** Writes {@code summary.json}, whose last member is a checksum of all preceding bytes. */
public final class SummaryFile {
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer(printer());

    private SummaryFile() {}

    private static DefaultPrettyPrinter printer() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return printer;
    }

    /** Writes the file atomically. */
    public static void write(Path file, Summary summary) throws IOException {
        AtomicFile.write(file, Seal.put(WRITER.writeValueAsString(summary)));
    }

    /** Rejects a {@code summary.json}, or another sealed file, that was modified after it was written. */
    public static void requireSealed(Path file) {
        try {
            Seal.check(file);
        } catch (ProblemException changed) {
            throw changed.with(problem -> problem.fault(problem.fault() + writtenAgain(file)));
        }
    }

    /** Returns advice on how to recreate a derived file. */
    static String writtenAgain(Path file) {
        return "; recreate it with t2q analyze " + file.getParent();
    }
}
