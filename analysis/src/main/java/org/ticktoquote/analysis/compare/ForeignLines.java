package org.ticktoquote.analysis.compare;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.RegularFile;

/** The lines of a file that anybody may have written: none is longer than a limit, and each problem names its line. */
final class ForeignLines implements AutoCloseable {
    private static final int LONGEST = 1 << 22;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final Pattern COUNTS = Pattern.compile("#\\[?measured = \\d{1,15}, lost = (\\d{1,15})(, .*)?");

    private final Path file;
    private final InputStream in;
    private long number;
    private long lost;
    private boolean nanoseconds;
    private LoadLoop loop = LoadLoop.UNKNOWN;

    ForeignLines(Path file) {
        this.file = file;
        try {
            this.in = new BufferedInputStream(Files.newInputStream(RegularFile.at(file)), 1 << 16);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }

    /** The next line, without its end; null behind the last one. */
    @Nullable
    String next() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        number++;
        try {
            int c = in.read();
            if (c < 0) {
                return null;
            }
            while (c >= 0 && c != '\n') {
                if (line.size() == LONGEST || c == 0) {
                    throw wrong(c == 0 ? "holds a zero byte" : "is longer than " + LONGEST + " bytes", "text");
                }
                line.write(c);
                c = in.read();
            }
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        text = number == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Notes what a line says of how requests were sent. */
    void said(String line) {
        loop = loop == LoadLoop.UNKNOWN ? LoadLoop.saidBy(line) : loop;
    }

    /** Notes what our own files say in comments. */
    void comment(String line) {
        said(line);
        nanoseconds |= line.endsWith(", nanoseconds") || line.endsWith(", nanoseconds]");
        Matcher counts = COUNTS.matcher(line);
        if (counts.matches()) {
            lost = Long.parseLong(counts.group(1));
        }
    }

    /** Values that never came, as a comment says. */
    long lost() {
        return lost;
    }

    /** Whether a comment says that values are in nanoseconds. */
    boolean nanoseconds() {
        return nanoseconds;
    }

    /** How requests were sent, as the file says. */
    LoadLoop loop() {
        return loop;
    }

    /** The unit to be used, and what people are told of it. */
    String assumed(@Nullable ValueUnit asked, ValueUnit unit) {
        if (asked != null) {
            return "values in " + unit + ", as asked for";
        }
        return nanoseconds
                ? "values in ns, as the file says"
                : "values in " + unit + ": assumed, the file does not say";
    }

    /** The refusal of the line that was read last. */
    Refusal wrong(String fault, String expected) {
        return Problem.of(file)
                .at(Problem.Place.atLine(file, number))
                .fault(fault)
                .expected(expected)
                .refusal(ExitStatus.BAD_INPUT);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).refusal(ExitStatus.BAD_INPUT, e);
        }
    }
}
