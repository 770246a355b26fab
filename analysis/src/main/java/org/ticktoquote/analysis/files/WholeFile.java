package org.ticktoquote.analysis.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file whole or not at all: to a neighbour first, then renamed. */
public final class WholeFile {
    private WholeFile() {}

    /** What the file holds. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes it; where that fails the file is as it was. */
    public static void write(Path file, Content content) throws IOException {
        Path neighbour = file.resolveSibling(file.getFileName() + ".part");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(neighbour))) {
            content.writeTo(out);
        }
        Files.move(neighbour, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
