package org.ticktoquote.core.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import org.ticktoquote.core.command.Problem;

/**
 * Size and SHA-256 of a file.
 *
 * @param path name of the file, as given by the caller
 * @param size length in bytes, -1 if the file is missing
 * @param sha256 empty if the file is missing
 */
public record FileDigest(String path, long size, String sha256) {
    private static final int BLOCK = 1 << 16;

    /** Returns the digest of a file that can be missing. */
    public static FileDigest of(Path file, String name) {
        if (!Files.isRegularFile(file)) {
            return new FileDigest(name, -1, "");
        }
        try {
            MessageDigest digest = Sha256.newDigest();
            byte[] block = new byte[BLOCK];
            long size = 0;
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                for (int read = in.read(block); read >= 0; read = in.read(block)) {
                    size += read;
                }
            }
            return new FileDigest(name, size, Sha256.hex(digest));
        } catch (NoSuchFileException removed) {
            return new FileDigest(name, -1, "");
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).failure(e);
        }
    }
}
