package org.ticktoquote.core.command;

import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Where a secret stands: {@code env:NAME} or {@code file:PATH}; never the secret itself, so it may be printed and recorded.
 *
 * @param reference as written in the configuration
 */
public record Secret(@JsonValue String reference) {
    /** What a message expects in its place. */
    public static final String EXPECTED = "env:NAME or file:PATH, so that no file of t2q contains the secret itself";

    private static final String ENVIRONMENT = "env:";
    private static final String FILE = "file:";

    public Secret {
        if (!isReference(reference)) {
            throw new IllegalArgumentException("expected " + EXPECTED);
        }
    }

    /** Whether a text is one. */
    public static boolean isReference(String text) {
        return (text.startsWith(ENVIRONMENT) && text.length() > ENVIRONMENT.length())
                || (text.startsWith(FILE) && text.length() > FILE.length());
    }

    /** The secret, from the process's environment or a file without its last line feed. */
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
                    .refusal(ExitStatus.ENVIRONMENT);
        }
        return value;
    }

    private static String read(Path file) {
        UserPath.input(file);
        return FileAccess.run(file, "cannot be read", ExitStatus.ENVIRONMENT, () -> Files.readString(file))
                .replaceAll("\\R\\z", "");
    }
}
