package org.ticktoquote.core.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as lower-case hexadecimal digits. */
public final class Sha256 {
    private Sha256() {}

    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Returns all 64 digits and resets the digest. */
    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns all 64 digits of the hash of some bytes. */
    public static String of(byte[] content) {
        return HexFormat.of().formatHex(newDigest().digest(content));
    }

    /** Returns the first digits of the hash of a text in UTF-8. */
    public static String ofText(String text, int digits) {
        return of(text.getBytes(StandardCharsets.UTF_8)).substring(0, digits);
    }
}
