package org.ticktoquote.replayer.importing;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.ZipException;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.file.PackedDamage;
import org.tukaani.xz.CorruptedInputException;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZIOException;

/** Why a file cannot be read to its end, in words. */
final class Damage {
    private Damage() {}

    static String reason(IOException e) {
        String detail = e.getMessage() == null ? "" : ": " + e.getMessage();
        if (e instanceof MemoryLimitException) {
            return "asks for more memory than a .bi5 needs; it is none, or damaged";
        }
        if (e instanceof CorruptedInputException || e instanceof XZIOException) {
            return "is damaged: not a sound LZMA stream; fetch it again";
        }
        if (e instanceof EOFException) {
            return "is damaged: ends too early" + detail + "; fetch it again";
        }
        if (e instanceof PackedDamage) {
            return "is damaged" + detail + "; fetch it again";
        }
        if (e instanceof OtherContent) {
            return String.valueOf(e.getMessage());
        }
        if (e instanceof ZipException) {
            return "is no zip to import" + detail;
        }
        return "cannot be read: " + IoReason.of(e);
    }
}
