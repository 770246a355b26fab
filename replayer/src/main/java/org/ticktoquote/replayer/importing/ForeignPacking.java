package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/** Packings that are known by their first bytes and are not unpacked here: better a word than a bad first row. */
record ForeignPacking(String name, byte[] magic) {
    private static final List<ForeignPacking> ALL = List.of(
            new ForeignPacking("bzip2", new byte[] {'B', 'Z', 'h'}),
            new ForeignPacking("xz", new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z', 0}),
            new ForeignPacking("zstd", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd}),
            new ForeignPacking("7z", new byte[] {'7', 'z', (byte) 0xbc, (byte) 0xaf}),
            new ForeignPacking("rar", new byte[] {'R', 'a', 'r', '!', 0x1a}),
            new ForeignPacking("LZMA, as .bi5 files are (--format bi5)", new byte[] {0x5d, 0, 0}));

    /** Refuses a file that begins with the bytes of one of them. */
    static void requireNone(Path file, byte[] begin) {
        for (ForeignPacking packing : ALL) {
            if (TickContent.begins(begin, packing.magic)) {
                throw new Refusal(
                        ExitStatus.BAD_INPUT,
                        file + ": is packed with " + packing.name
                                + "; expected a plain text, or one in a zip or a gzip: unpack it first");
            }
        }
    }
}
