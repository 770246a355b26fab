package org.ticktoquote.analysis.audit;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Pauses of the collector in a unified JVM log with the decoration {@code timenanos}, which is on the scale of the journals
 * and stamps the end of a pause.
 *
 * <p>A line counts when its message is {@code GC(n) Pause ... 1.234ms}, whatever the tags: collectors differ in them.
 */
final class GcLog {
    private static final Pattern PAUSE =
            Pattern.compile("^\\[(\\d{1,18})ns].*] GC\\(\\d+\\) (?:[YyOo]: )?Pause .*?(\\d{1,9}\\.\\d{1,9})ms\\s*$");
    private static final int ROTATED_FILES = 5;
    private static final int NS_DIGITS_OF_MS = 6;

    private GcLog() {}

    /** All pauses by their ends; none when there is no file. Files that the JVM rotated away are read too. */
    static List<Span> pauses(Path file) {
        return Stream.concat(
                        Stream.of(file),
                        IntStream.range(0, ROTATED_FILES)
                                .mapToObj(i -> file.resolveSibling(file.getFileName() + "." + i)))
                .filter(Files::isReadable)
                .flatMap(one -> lines(one).stream())
                .sorted(Comparator.comparingLong(Span::toNs))
                .toList();
    }

    private static List<Span> lines(Path file) {
        // a JVM that was killed may have left half a character
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.map(GcLog::pause).flatMap(Optional::stream).toList();
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** The pause that a line tells of. */
    static Optional<Span> pause(String line) {
        Matcher pause = PAUSE.matcher(line);
        if (!pause.matches()) {
            return Optional.empty();
        }
        long endNs = Long.parseLong(pause.group(1));
        long lengthNs =
                new BigDecimal(pause.group(2)).movePointRight(NS_DIGITS_OF_MS).longValue();
        return Optional.of(new Span(endNs - lengthNs, endNs));
    }
}
