package org.ticktoquote.wire.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.wire.CaptureFiles;

/** Writes captures for a test and collects the frames read from them. */
abstract class CapturesFixture {
    static final long S = 1_000_000_000L;
    static final long T = 1_793_971_800L;
    static final long NOW = T * S;

    @TempDir
    Path folder;

    CaptureCounts counts;
    final List<Read> read = new ArrayList<>();

    record Read(String text, long timeNs) {}

    List<Read> read(byte[] file) {
        return read(write("capture", file));
    }

    Path write(String name, byte[] file) {
        try {
            return Files.write(folder.resolve(name), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Read> read(Path... files) {
        read.clear();
        counts = CaptureFiles.read(List.of(files), this::take);
        return read;
    }

    void take(Frame frame) {
        read.add(new Read(frame.buffer.getStringWithoutLengthAscii(frame.offset, frame.length), frame.timeNs));
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    List<String> texts(byte[] file) {
        return read(file).stream().map(Read::text).toList();
    }
}
