package org.ticktoquote.host.jvm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.evidence.FlightChunk;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.ResourceText;

/**
 * Flight recording of an application's JVM, with its settings in {@code application.jfr.jfc} and unfinished chunks in
 * {@code application.jfr.parts}. The JVM writes the recording when it exits, also on a signal. A killed JVM leaves its
 * chunks, which lack about the last second, and possibly an incomplete recording.
 *
 * @param file absolute path of the recording
 */
public record FlightFiles(Path file) {
    /** Description of the recording for users. */
    public static final String WORDS = "locks, disk and sockets from 1 ms on, stacks every 20 ms, at most 256 MB";

    private static final String START = "-XX:StartFlightRecording:name=t2q,";

    /** First HotSpot release with an open-source flight recorder and these options. */
    private static final int FIRST = 11;

    private static final int CLOSED = 0;

    /** Returns whether an argument is the JVM flag for such a recording, or a longer text with it. */
    public static boolean hasRecordingFlag(String argument) {
        return argument.contains(START);
    }

    private Path settings() {
        return file.resolveSibling(file.getFileName() + ".jfc");
    }

    private Path parts() {
        return file.resolveSibling(file.getFileName() + ".parts");
    }

    /** Writes the settings and returns the JVM flags for recording; none if the JVM has no known recorder. */
    public List<String> flags(Path java) {
        if (!isKnown(java)) {
            return List.of();
        }
        if (Files.isDirectory(file.resolveSibling(""))) {
            writeSettings(); // the folder does not exist yet if the command is only checked
        }
        return List.of(
                "-Xlog:jfr+startup=error",
                "-XX:FlightRecorderOptions:stackdepth=32,repository=\"" + parts() + "\"",
                START + "settings=\"" + settings() + "\",filename=\"" + file
                        + "\",disk=true,dumponexit=true,maxsize=256m");
    }

    /** Returns whether a JVM has a known recorder. */
    static boolean isKnown(Path java) {
        return JvmProbe.identify(java)
                .jvm()
                .filter(jvm -> jvm.family() == JvmFamily.HOTSPOT && jvm.feature() >= FIRST)
                .isPresent();
    }

    private void writeSettings() {
        FileAccess.write(
                settings(), () -> Files.writeString(settings(), ResourceText.of(FlightFiles.class, "outliers.jfc")));
    }

    /** Assembles the recording from the chunks if the JVM did not write all of it, then removes chunks and settings. */
    public void assemble() {
        FileAccess.change(file, "cannot be assembled", () -> {
            if (!isComplete()) {
                concatenate(chunks());
            }
            DirectoryTree.remove(parts());
            Files.deleteIfExists(settings());
        });
    }

    private boolean isComplete() {
        try (FileChannel recording = FileChannel.open(file)) {
            long end = 0;
            do {
                end = FlightChunk.at(recording, end).end();
            } while (end < recording.size());
            return true;
        } catch (IOException absentOrCut) {
            return false;
        }
    }

    private List<Path> chunks() throws IOException {
        return DirectoryTree.files(parts(), Integer.MAX_VALUE).stream()
                .filter(path -> path.toString().endsWith(".jfr"))
                .sorted(Comparator.comparing(Path::getFileName))
                .toList();
    }

    /** Concatenates chunks into a recording. The file is renamed to its final name once complete. */
    void concatenate(List<Path> chunks) throws IOException {
        if (chunks.isEmpty()) {
            return;
        }
        Path neighbour = AtomicFile.temporary(file);
        try {
            try (FileChannel to = FileChannel.open(neighbour, StandardOpenOption.WRITE)) {
                for (Path chunk : chunks) {
                    append(chunk, to);
                }
            }
            AtomicFile.rename(neighbour, file);
        } finally {
            Files.deleteIfExists(neighbour);
        }
    }

    /** Appends the complete part of a chunk and marks it as closed. Readers wait for more data in an open chunk. */
    private static void append(Path part, FileChannel to) throws IOException {
        try (FileChannel from = FileChannel.open(part)) {
            append(from, to);
        }
    }

    private static void append(FileChannel from, FileChannel to) throws IOException {
        FlightChunk chunk;
        try {
            chunk = FlightChunk.at(from, 0);
        } catch (IOException cut) {
            return; // killed while writing the header: only earlier chunks count
        }
        long begin = to.size();
        to.position(begin);
        for (long at = 0; at < chunk.size(); ) {
            long moved = from.transferTo(at, chunk.size() - at, to);
            if (moved == 0) {
                throw new EOFException("it was truncated while it was read");
            }
            at += moved;
        }
        to.write(ByteBuffer.wrap(new byte[] {CLOSED}), begin + FlightChunk.STATE);
    }
}
