package org.ticktoquote.fuzz;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.ticktoquote.core.file.Sha256;

/** JSON with a checksum at its end. */
final class SealedFile {
    private static final String SEAL = ",\n  \"sha256\" : \"";

    private SealedFile() {}

    /** Replaces the checksum at the end by the correct one. */
    static byte[] sealed(byte[] input) {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        int end = text.lastIndexOf(SEAL);
        byte[] content = Arrays.copyOf(input, end < 0 ? input.length : end);
        MessageDigest digest = Sha256.newDigest();
        digest.update(content);
        String whole = new String(content, StandardCharsets.ISO_8859_1) + SEAL + Sha256.hex(digest) + "\"\n}\n";
        return whole.getBytes(StandardCharsets.ISO_8859_1);
    }
}
