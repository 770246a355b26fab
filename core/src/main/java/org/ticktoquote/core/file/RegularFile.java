package org.ticktoquote.core.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rejects pipes, which can block forever, when files of a run or a gate are read. */
public final class RegularFile {
    private RegularFile() {}

    /**
     * Returns the path unchanged. Accepts missing files and folders, which the read itself reports.
     *
     * @throws IOException if the path is a pipe, a socket or a device
     */
    public static Path require(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        return file;
    }

    /**
     * Opens a file for reading lines in UTF-8. A file that is being written can end within a character. Its earlier lines
     * stay readable.
     */
    public static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(require(file)), StandardCharsets.UTF_8));
    }
}
