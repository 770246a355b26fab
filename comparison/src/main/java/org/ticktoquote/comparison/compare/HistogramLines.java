package org.ticktoquote.comparison.compare;

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
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.RegularFile;

/** Reads the lines of an untrusted file. The length of a line is limited, and each problem names its line. */
final class HistogramLines implements AutoCloseable {
    private static final int MAX_LINE_LENGTH = 1 << 22;
    private static final long MAX_LOST = 999_999_999_999_999L;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final Pattern COUNTS = Pattern.compile("#\\[?measured = \\d{1,15}, lost = (\\d{1,15})(, .*)?");

    private final Path file;
    private final InputStream in;
    private long number;
    private long lost;
    private boolean nanoseconds;
    private LoadLoop loop = LoadLoop.UNKNOWN;

    HistogramLines(Path file) {
        this.file = file;
        try {
            this.in = new BufferedInputStream(Files.newInputStream(RegularFile.require(file)), 1 << 16);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Returns the next line without its line end; null at the end of the file. */
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
                if (line.size() == MAX_LINE_LENGTH || c == 0) {
                    throw wrong(c == 0 ? "has a zero byte" : "is longer than " + MAX_LINE_LENGTH + " bytes", "text");
                }
                line.write(c);
                c = in.read();
            }
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        text = number == 1 && text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Reads the load loop from a line that states it. */
    void readLoop(String line) {
        loop = loop == LoadLoop.UNKNOWN ? LoadLoop.statedIn(line) : loop;
    }

    /** Reads the load loop, unit and lost values from a comment as written by t2q. */
    void comment(String line) {
        readLoop(line);
        nanoseconds |= line.endsWith(", nanoseconds") || line.endsWith(", nanoseconds]");
        Matcher counts = COUNTS.matcher(line);
        if (counts.matches()) {
            lost = Math.min(lost + Long.parseLong(counts.group(1)), MAX_LOST);
        }
    }

    /** Returns the number of lost values stated in comments: of concatenated files, their sum. */
    long lost() {
        return lost;
    }

    /** Returns whether a comment states that values are in nanoseconds. */
    boolean nanoseconds() {
        return nanoseconds;
    }

    /** Returns the load loop stated in the file. */
    LoadLoop loop() {
        return loop;
    }

    /** Describes the unit for users. */
    String assumed(@Nullable ValueUnit asked, ValueUnit unit) {
        if (asked != null) {
            return "values in " + unit + ", as requested";
        }
        return nanoseconds
                ? "values in ns, as stated in the file"
                : "values assumed in " + unit + " (the file has no unit)";
    }

    /** Creates the exception that rejects the last line read. */
    ProblemException wrong(String fault, String expected) {
        return Problem.of(file)
                .at(Problem.Place.atLine(file, number))
                .fault(fault)
                .expected(expected)
                .exception(ExitStatus.BAD_INPUT);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }
}
