package org.ticktoquote.core.command;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
    private static final String SECRET_NAME =
            "password|passwd|passphrase|pwd|secret|token|(?:api|access|private|secret)[-_.]?key" + "|credentials?";
    /** The keyword must end the name, so {@code --token-bucket} and {@code --password-file} do not match. */
    private static final Pattern SECRET_ARGUMENT = Pattern.compile(
            "(?:-{0,2}|-D|-{1,2}[A-Za-z]+:)([\\w.-]*(?:" + SECRET_NAME + "))(?:[=:](.*))?", Pattern.CASE_INSENSITIVE);
    /** Matches {@code postgres://user:password@host}. */
    private static final Pattern IN_ADDRESS = Pattern.compile(".*?([a-zA-Z][\\w+.-]*)://[^/@\\s:]*:([^/@\\s]+)@.*");

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

    /**
     * Returns a warning for each argument of an application that looks like a secret, in order, because arguments are readable in
     * the files of a run and in the host's process list. A warning names the argument and never its value.
     */
    public static List<String> warnings(String option, List<String> arguments) {
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            Matcher named = SECRET_ARGUMENT.matcher(argument);
            Matcher address = IN_ADDRESS.matcher(argument);
            if (named.matches()
                    && hasValue(named.group(2), argument, i + 1 < arguments.size() ? arguments.get(i + 1) : "")) {
                warnings.add(sentence(option, "the value of '" + argument.replaceFirst("[=:].*", "") + "'"));
            } else if (address.matches() && isValue(address.group(2))) {
                warnings.add(sentence(option, "the part before the @ of the " + address.group(1) + " address"));
            }
        }
        return warnings;
    }

    /** Returns whether a value follows the name or is the next argument. */
    private static boolean hasValue(@Nullable String value, String argument, String next) {
        return value != null ? isValue(value) : argument.startsWith("-") && !next.startsWith("-") && isValue(next);
    }

    /** Returns false for a placeholder and for words such as {@code true} or {@code none}. */
    private static boolean isValue(String value) {
        return !value.isBlank()
                && !value.matches("\\{[A-Za-z]+}")
                && !List.of("true", "false", "none", "null").contains(value.toLowerCase(Locale.ROOT));
    }

    private static String sentence(String option, String what) {
        return option + ": " + what
                + " looks like a secret. It will be readable in run.json, in the report and in the host's list of"
                + " processes. Pass it in an environment variable, which the application inherits, or in a file";
    }
}
