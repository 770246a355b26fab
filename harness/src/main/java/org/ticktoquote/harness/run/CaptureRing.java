package org.ticktoquote.harness.run;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.host.process.Tcpdump;

/** The files of one capture, which tcpdump writes in turns. */
final class CaptureRing {
    private static final int HEADER = 24;

    private CaptureRing() {}

    /** Its files, in the order of their numbers. */
    static List<Path> files(RunDirectory run, String role) {
        return IntStream.range(0, Tcpdump.FILES)
                .mapToObj(number -> run.path().resolve(RunDirectory.captureFile(role) + number))
                .filter(Files::exists)
                .toList();
    }

    /** Whether a file begins later than the next one: tcpdump came round. */
    static boolean isOverwritten(RunDirectory run, String role) {
        List<Path> files = files(run, role);
        return IntStream.range(1, files.size()).anyMatch(next -> {
            long before = firstSecond(files.get(next - 1));
            long after = firstSecond(files.get(next));
            return after >= 0 && (before < 0 || before > after);
        });
    }

    /** Of the first packet; -1 in a file without one. tcpdump writes the byte order of its host, which is ours. */
    private static long firstSecond(Path file) {
        try (DataInputStream from = new DataInputStream(Files.newInputStream(file))) {
            from.skipNBytes(HEADER);
            return Integer.toUnsignedLong(Integer.reverseBytes(from.readInt()));
        } catch (IOException none) {
            return -1;
        }
    }
}
