package org.ticktoquote.analysis.files;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.WholeFile;
import org.ticktoquote.core.run.Seal;

/** {@code summary.json}: its last member is a checksum of all bytes before it. */
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
        WholeFile.write(file, Seal.put(WRITER.writeValueAsString(summary)));
    }

    /** Refuses one, or another file that is derived with it, that was changed after it was written, however plausible. */
    public static void requireSealed(Path file) {
        try {
            Seal.check(file);
        } catch (Refusal changed) {
            throw changed.with(problem -> problem.fault(problem.fault() + writtenAgain(file)));
        }
    }

    /** What to do about a derived file. */
    static String writtenAgain(Path file) {
        return "; t2q analyze " + file.getParent() + " writes it again";
    }
}
