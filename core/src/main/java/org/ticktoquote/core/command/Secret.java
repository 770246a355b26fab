package org.ticktoquote.core.command;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Reference to a secret, {@code env:NAME} or {@code file:PATH}. It never contains the secret itself, so it can be printed
 * and recorded.
 *
 * @param reference reference to the secret, as written in the configuration
 */
public record Secret(@JsonValue String reference) {
    /** Expectation shown for a malformed reference. */
    public static final String EXPECTED = "env:NAME or file:PATH, so that no file of t2q contains the secret itself";

    private static final String ENVIRONMENT = "env:";
    private static final String FILE = "file:";
    private static final int MAX_BYTES = 64 * 1024;

    public Secret {
        if (!isReference(reference)) {
            throw new IllegalArgumentException("expected " + EXPECTED);
        }
    }

    /** Returns whether a text is a well-formed reference. */
    public static boolean isReference(String text) {
        return (text.startsWith(ENVIRONMENT) && text.length() > ENVIRONMENT.length())
                || (text.startsWith(FILE) && text.length() > FILE.length());
    }

    /** Returns the secret from the environment of this process, or from a file without its last line feed. */
    public String resolve() {
        return resolve(System::getenv);
    }

    String resolve(UnaryOperator<String> environment) {
        if (reference.startsWith(FILE)) {
            return read(Path.of(reference.substring(FILE.length())));
        }
        String value = environment.apply(reference.substring(ENVIRONMENT.length()));
        if (value == null) {
            throw Problem.ofFault(
                            "the environment variable " + reference.substring(ENVIRONMENT.length()) + " is not set")
                    .exception(ExitStatus.ENVIRONMENT);
        }
        return value;
    }

    private static String read(Path file) {
        UserPath.input(file);
        return FileAccess.run(file, "cannot be read", ExitStatus.ENVIRONMENT, () -> text(file))
                .replaceAll("\\R\\z", "");
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw Problem.of(file)
                        .fault("is too long")
                        .expected("at most " + (MAX_BYTES >> 10) + " KiB for a secret")
                        .exception(ExitStatus.ENVIRONMENT);
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }
}
