package org.ticktoquote.core.run;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.file.Sha256;

/** Checksum in the last member, {@code sha256}, of a JSON file. Covers all bytes before it and reveals any changed byte. */
public final class Seal {
    private static final String BEFORE = ",\n  \"sha256\" : \"";
    private static final String AFTER = "\"\n}\n";
    private static final int DIGITS = 64;

    private Seal() {}

    /** Returns the text of an object with the member added. The object's closing brace must be on a line of its own. */
    public static String put(String json) {
        String content = json.substring(0, json.lastIndexOf("\n}"));
        return content + BEFORE + Sha256.of(content.getBytes(StandardCharsets.UTF_8)) + AFTER;
    }

    /** Refuses a file that was changed since it was written, or that cannot be read. */
    public static void check(Path file) {
        byte[] bytes = FileAccess.read(file, () -> Files.readAllBytes(RegularFile.require(file)));
        changed(bytes).ifPresent(fault -> {
            throw Problem.of(file).fault(fault).exception(ExitStatus.BAD_INPUT);
        });
    }

    /** Returns a fault if content was changed, or empty. */
    static Optional<String> changed(byte[] bytes) {
        int length = Math.max(0, bytes.length - BEFORE.length() - DIGITS - AFTER.length());
        String end = new String(bytes, length, bytes.length - length, StandardCharsets.ISO_8859_1);
        byte[] content = Arrays.copyOf(bytes, length);
        return end.equals(BEFORE + Sha256.of(content) + AFTER)
                ? Optional.empty()
                : Optional.of("was changed after it was written, or is damaged: its content has the SHA-256 "
                        + Sha256.of(content) + ", which is not the one at its end");
    }
}
