package org.ticktoquote.core.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads both ends of a log, which can be of any size and can grow meanwhile. */
public final class LogExcerpt {
    private static final int PART = 1 << 16;

    private LogExcerpt() {}

    /** Returns the lines of the first and of the last 64 KiB in order: all lines of a small log. Lines at a cut are incomplete. */
    public static List<String> lines(Path log) throws IOException {
        try (FileChannel channel = FileChannel.open(RegularFile.require(log))) {
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
