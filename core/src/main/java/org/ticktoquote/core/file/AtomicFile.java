package org.ticktoquote.core.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a file completely or not at all, through a temporary file in the same folder that is renamed at the end.
 *
 * <p>For files in t2q's own folders. If several processes write at once, the last one wins with a complete file. Only its
 * owner can read the file. Use {@link OutputFile} for files that the user named.
 */
public final class AtomicFile {
    /** Suffix of files that are being written. */
    public static final String PART = ".part";

    private AtomicFile() {}

    /** Writes the content of a file. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes the file. It stays unchanged if writing fails. */
    public static void write(Path file, Content content) throws IOException {
        Path neighbour = temporary(file);
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(neighbour))) {
                content.writeTo(out);
            }
            rename(neighbour, file);
        } finally {
            Files.deleteIfExists(neighbour);
        }
    }

    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Creates an empty temporary file next to a file, to be filled and then {@linkplain #rename named}. The temporary file
     * is removed if the process exits before that.
     */
    public static Path temporary(Path file) throws IOException {
        return deletedOnExit(Files.createTempFile(file.toAbsolutePath().getParent(), file.getFileName() + ".", PART));
    }

    /** Makes the process delete a file when it exits, also after Ctrl-C. Returns the file. */
    public static Path deletedOnExit(Path file) {
        try {
            file.toFile().deleteOnExit();
        } catch (IllegalStateException ending) {
            // the process is ending: the file stays
        }
        return file;
    }

    /** Renames a complete temporary file, replacing any existing file. */
    public static void rename(Path neighbour, Path file) throws IOException {
        Files.move(neighbour, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
