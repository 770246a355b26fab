package org.ticktoquote.core.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Rejects pipes, which can block forever, when files of a run or a gate are read. */
public final class RegularFile {
    private static final int PART = 1 << 16;

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

    /**
     * Returns the lines of the first and of the last 64 KiB of a log in order: all lines of a small log, which can grow
     * meanwhile. Lines at a cut are incomplete.
     */
    public static List<String> firstAndLastLines(Path log) throws IOException {
        try (FileChannel channel = FileChannel.open(require(log))) {
            long size = channel.size();
            if (size <= 2 * PART) {
                return text(channel, 0, (int) size).lines().toList();
            }
            return Stream.of(text(channel, 0, PART), text(channel, size - PART, PART))
                    .flatMap(String::lines)
                    .toList();
        }
    }

    private static String text(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
            // until the part is complete
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
}
