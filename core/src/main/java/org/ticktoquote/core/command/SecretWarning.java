package org.ticktoquote.core.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Warns about arguments of an application that look like secrets, because arguments are readable in the files of a run and
 * in the host's process list. A warning names the argument and never its value.
 */
public final class SecretWarning {
    private static final String NAME =
            "password|passwd|passphrase|pwd|secret|token|(?:api|access|private|secret)[-_.]?key" + "|credentials?";
    /** The keyword must end the name, so {@code --token-bucket} and {@code --password-file} do not match. */
    private static final Pattern NAMED = Pattern.compile(
            "(?:-{0,2}|-D|-{1,2}[A-Za-z]+:)([\\w.-]*(?:" + NAME + "))(?:[=:](.*))?", Pattern.CASE_INSENSITIVE);
    /** Matches {@code postgres://user:password@host}. */
    private static final Pattern IN_ADDRESS = Pattern.compile(".*?([a-zA-Z][\\w+.-]*)://[^/@\\s:]*:([^/@\\s]+)@.*");

    private SecretWarning() {}

    /** Returns one sentence per suspicious argument of an option, in order. */
    public static List<String> of(String option, List<String> arguments) {
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            Matcher named = NAMED.matcher(argument);
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
