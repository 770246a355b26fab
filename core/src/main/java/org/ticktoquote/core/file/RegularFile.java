package org.ticktoquote.core.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Guards the reading of files of a run or of a gate against pipes, which can block forever. */
public final class RegularFile {
    private RegularFile() {}

    /**
     * Returns the path unchanged. A missing file or a folder passes, because reading reports it.
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
     * Opens a file for reading lines in UTF-8. If it ends within a character, as a file that is being written can, the lines
     * before stay readable.
     */
    public static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(require(file)), StandardCharsets.UTF_8));
    }
}
