package org.ticktoquote.core.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a file whole or not at all: to a neighbour of its own first, then renamed.
 *
 * <p>For files of t2q's own folders: of several writers at once the last one wins, each with a whole file, which only its
 * owner may read. What a user names is an {@link OutputFile}.
 */
public final class WholeFile {
    /** The end of the names of files that are being written. */
    public static final String PART = ".part";

    private WholeFile() {}

    /** What the file holds. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes it; where that fails the file is as it was. */
    public static void write(Path file, Content content) throws IOException {
        Path neighbour = neighbour(file);
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(neighbour))) {
                content.writeTo(out);
            }
            name(neighbour, file);
        } finally {
            Files.deleteIfExists(neighbour);
        }
    }

    /** Writes a text. */
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** An empty file that nobody else has, to be filled and then {@linkplain #name named}; it goes when a signal ends the process. */
    public static Path neighbour(Path file) throws IOException {
        Path neighbour = Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", PART);
        try {
            neighbour.toFile().deleteOnExit();
        } catch (IllegalStateException ending) {
            // the process is ending just now: the file stays
        }
        return neighbour;
    }

    /** Gives a filled neighbour the file's name, in the place of what had it. */
    public static void name(Path neighbour, Path file) throws IOException {
        Files.move(neighbour, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
