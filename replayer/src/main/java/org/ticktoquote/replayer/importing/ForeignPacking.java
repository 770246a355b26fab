package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Packings that are known by their first bytes and are not unpacked here: better a word than a bad first row.
 *
 * @param magic the bytes as hexadecimal digits
 */
record ForeignPacking(String name, String magic) {
    private static final List<ForeignPacking> ALL = List.of(
            new ForeignPacking("bzip2", "425a68"),
            new ForeignPacking("xz", "fd377a585a00"),
            new ForeignPacking("zstd", "28b52ffd"),
            new ForeignPacking("7z", "377abcaf"),
            new ForeignPacking("rar", "526172211a"),
            new ForeignPacking("LZMA, as .bi5 files are (--format bi5)", "5d0000"));

    /** Refuses a file that begins with the bytes of one of them. */
    static void requireNone(Path file, byte[] begin) {
        for (ForeignPacking packing : ALL) {
            if (HexFormat.of().formatHex(begin).startsWith(packing.magic)) {
                throw Problem.of(file)
                        .fault("is packed with " + packing.name)
                        .expected("a plain text, or one in a zip or a gzip: unpack it first")
                        .refusal(ExitStatus.BAD_INPUT);
            }
        }
    }
}
