package org.ticktoquote.core.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of a run or of a gate: whoever reads a pipe in its place waits for ever. */
public final class RegularFile {
    private RegularFile() {}

    /**
     * The same path, also where nothing is there or a folder, which reading finds out.
     *
     * @throws IOException where a pipe, a socket or a device is there
     */
    public static Path at(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "it is no regular file");
        }
        return file;
    }

    /** Its lines in UTF-8. One that ends within a character, as one that is being written may, spoils none before it. */
    public static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(at(file)), StandardCharsets.UTF_8));
    }
}
