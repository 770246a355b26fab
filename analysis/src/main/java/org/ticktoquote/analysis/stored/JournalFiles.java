package org.ticktoquote.analysis.stored;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Lists, compresses and restores the journals of a run and of the runs in it. A compressed journal replaces the original:
 * {@code quotes-00.journal.gz} for {@code quotes-00.journal}. A file is deleted only after its replacement is complete.
 * Journals of hiccups, which are small, stay uncompressed: the causes of late ticks need them.
 */
public final class JournalFiles {
    private static final String PACKED = ".gz";
    private static final Pattern JOURNAL =
            Pattern.compile("(?!hiccups-).+\\.journal(\\.\\d+)?|.+\\.journal(\\.\\d+)?\\.gz");
    private static final int BUFFER = 1 << 16;

    private JournalFiles() {}

    /**
     * Returns all segments of all journals, compressed or not: of the run by name, then of the runs in it. Leaves out
     * uncompressed journals of hiccups.
     */
    public static List<Path> in(RunDirectory run) throws IOException {
        List<Path> journals = new ArrayList<>();
        for (RunDirectory part : parts(run)) {
            try (Stream<Path> files = Files.list(part.path())) {
                files.filter(Files::isRegularFile)
                        .filter(file ->
                                JOURNAL.matcher(file.getFileName().toString()).matches())
                        .sorted()
                        .forEach(journals::add);
            }
        }
        return journals;
    }

    /** Returns the run and the runs in it: of its capture and of the null responder. */
    static List<RunDirectory> parts(RunDirectory run) {
        Stream<RunDirectory> inner = Stream.of(run.wire(), run.harnessShare())
                .filter(part -> Files.isDirectory(part.path(), LinkOption.NOFOLLOW_LINKS));
        return Stream.concat(Stream.of(run), inner).toList();
    }

    /** Returns the compressed name of a journal segment. */
    private static Path packed(Path journal) {
        return journal.resolveSibling(journal.getFileName() + PACKED);
    }

    private static boolean isPacked(Path file) {
        return file.toString().endsWith(PACKED);
    }

    private static Path plain(Path packed) {
        String name = packed.getFileName().toString();
        return packed.resolveSibling(name.substring(0, name.length() - PACKED.length()));
    }

    /** Returns whether a journal exists only in compressed form; an interrupted compression can leave both forms. */
    static boolean isCompressed(Path journal) {
        return Files.exists(packed(journal)) && !Files.exists(journal);
    }

    /** Returns whether any segment exists only in compressed form. */
    static boolean anyCompressed(RunDirectory run) {
        try {
            return in(run).stream().anyMatch(file -> isPacked(file) && isCompressed(plain(file)));
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(run.path()).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    /** Compresses all uncompressed segments and returns the new files. */
    public static List<Path> compress(RunDirectory run) throws IOException {
        List<Path> made = new ArrayList<>();
        for (Path file : in(run)) {
            if (!isPacked(file)) {
                Path packed = packed(file);
                AtomicFile.write(packed, out -> {
                    try (GZIPOutputStream gzip = new Gzip(out)) {
                        Files.copy(file, gzip);
                    }
                });
                replace(file, packed);
                made.add(packed);
            }
        }
        return made;
    }

    /**
     * Restores all compressed segments and returns the new files.
     *
     * @throws org.ticktoquote.core.command.ProblemException for a damaged file; it and all later ones stay compressed
     */
    public static List<Path> restore(RunDirectory run) throws IOException {
        List<Path> made = new ArrayList<>();
        for (Path file : in(run)) {
            if (isPacked(file)) {
                Path plain = plain(file);
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER)) {
                    AtomicFile.write(plain, in::transferTo);
                } catch (ZipException | EOFException e) {
                    throw Problem.of(file).fault("is damaged", e).exception(ExitStatus.BAD_INPUT, e);
                }
                replace(file, plain);
                made.add(plain);
            }
        }
        return made;
    }

    /** Deletes a file once its other form is on disk, so that a crash of the host cannot lose both. */
    private static void replace(Path file, Path other) throws IOException {
        for (Path written : List.of(other, other.toAbsolutePath().getParent())) {
            try (FileChannel channel = FileChannel.open(written)) {
                channel.force(true);
            }
        }
        Files.delete(file);
    }

    /** Compresses as fast as possible, because journals are many and large. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
