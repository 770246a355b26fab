package org.ticktoquote.analysis.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.RegularFile;

/**
 * Finds a unified JVM log and its rotated files, {@code gc.log.0}, {@code gc.log.1} ..., and orders them by their time
 * stamps.
 */
final class JvmLogFiles {
    private static final int LINES_FOR_A_STAMP = 100;
    private static final Pattern STAMPS = Pattern.compile("^\\[(\\d{1,18})ns]\\[(\\d{1,18})ns].*");

    private JvmLogFiles() {}

    /**
     * File of a log.
     *
     * @param firstNs time stamp of its first line
     * @param startNs start of the JVM that wrote it
     */
    record LogFile(Path path, long firstNs, long startNs) {}

    /** Returns the files ordered by first time stamp; omits files without one. */
    static List<LogFile> of(Path log) {
        return named(log).stream()
                .flatMap(file -> stamped(file).stream())
                .sorted(Comparator.comparingLong(LogFile::firstNs).thenComparing(LogFile::path))
                .toList();
    }

    /** Returns the log and its rotated files, by name. */
    static List<Path> named(Path log) {
        List<Path> found = new ArrayList<>();
        @Nullable Path folder = log.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        String rotated = Pattern.quote(String.valueOf(log.getFileName())) + "(\\.\\d{1,6})?";
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> String.valueOf(file.getFileName()).matches(rotated))
                    .filter(Files::isRegularFile)
                    .forEach(found::add);
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(log).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
        return found.stream().sorted().toList();
    }

    /**
     * Returns the identity of the file under each name. A running JVM renames its logs; if identities differ after reading,
     * a file can have been read twice or missed.
     */
    static Map<Path, Object> identities(Path log) {
        Map<Path, Object> found = new TreeMap<>();
        for (Path file : named(log)) {
            try {
                found.put(file, String.valueOf(Files.getAttribute(file, "fileKey")));
            } catch (IOException renamed) {
                found.put(file, "");
            }
        }
        return found;
    }

    /** Returns a message for users if a log was rotated since the identities were read. */
    static Optional<String> rotated(Path log, Map<Path, Object> before) {
        return identities(log).equals(before)
                ? Optional.empty()
                : Optional.of(log.getFileName() + " was rotated while it was read: stops may be missing");
    }

    /**
     * Reads the lines of a file as ISO 8859-1, in which every byte is valid, so that a last line cut off by a killed JVM can
     * be read. A file that was renamed in the meantime is read as empty.
     */
    static <T> T read(Path file, Function<Stream<String>, T> reading) {
        try (BufferedReader lines = Files.newBufferedReader(RegularFile.require(file), StandardCharsets.ISO_8859_1)) {
            return reading.apply(lines.lines());
        } catch (NoSuchFileException renamed) {
            return reading.apply(Stream.empty());
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Passes on each line of a file. */
    static void each(Path file, Consumer<String> to) {
        Path ignored = read(file, lines -> {
            lines.forEach(to);
            return file;
        });
    }

    private static Optional<LogFile> stamped(Path file) {
        return read(
                file,
                lines -> lines.limit(LINES_FOR_A_STAMP)
                        .map(STAMPS::matcher)
                        .filter(Matcher::matches)
                        .findFirst()
                        .map(stamps -> {
                            long firstNs = Long.parseLong(stamps.group(1));
                            return new LogFile(file, firstNs, firstNs - Long.parseLong(stamps.group(2)));
                        }));
    }

    /** Returns a message for users if a file ends within a line: JVMs terminate every line. An empty file is intact. */
    static Optional<String> cut(Path file) {
        try (SeekableByteChannel bytes = Files.newByteChannel(RegularFile.require(file))) {
            ByteBuffer last = ByteBuffer.allocate(1);
            bytes.position(Math.max(0, bytes.size() - 1)).read(last);
            return last.position() == 0 || last.get(0) == '\n'
                    ? Optional.empty()
                    : Optional.of(file.getFileName() + " was truncated: it ends within a line");
        } catch (NoSuchFileException renamed) {
            return Optional.empty();
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Returns the first line of a file; empty if it has none. */
    static String firstLine(Path file) {
        return read(file, lines -> lines.findFirst().orElse(""));
    }
}
