package org.ticktoquote.replayer.importing;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;

/** Creates small files of every family. */
final class TickFiles {
    private TickFiles() {}

    static Path text(Path folder, String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines) + "\n");
    }

    static Path zip(Path folder, String name, String entry, String... lines) throws IOException {
        return zip(folder, name, new String[] {entry}, String.join("\n", lines));
    }

    static Path zip(Path folder, String name, String[] entries, String content) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(content.getBytes(StandardCharsets.US_ASCII));
                zip.closeEntry();
            }
        }
        return file;
    }

    /** One record of a .bi5. */
    record Bi5(int ms, int ask, int bid, float askVolume, float bidVolume) {}

    static byte[] bi5(Bi5... records) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        for (Bi5 each : records) {
            data.writeInt(each.ms);
            data.writeInt(each.ask);
            data.writeInt(each.bid);
            data.writeFloat(each.askVolume);
            data.writeFloat(each.bidVolume);
        }
        return bytes.toByteArray();
    }

    static Path lzma(Path folder, String name, Bi5... records) throws IOException {
        return lzma(folder, name, bi5(records));
    }

    static Path lzma(Path folder, String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (OutputStream out =
                new LZMAOutputStream(Files.newOutputStream(file), new LZMA2Options(1), content.length)) {
            out.write(content);
        }
        return file;
    }
}
