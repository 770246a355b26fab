package org.ticktoquote.core.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What looks like a secret among the arguments of an application: they stand in the files of a run, and in the host's list of
 * processes. A warning names the argument and never its value.
 */
public final class SecretWarning {
    private static final String NAME =
            "password|passwd|passphrase|pwd|secret|token|(?:api|access|private|secret)[-_.]?key" + "|credentials?";
    /** The word ends the name, so that {@code --token-bucket} and {@code --password-file} are none. */
    private static final Pattern NAMED = Pattern.compile(
            "(?:-{0,2}|-D|-{1,2}[A-Za-z]+:)([\\w.-]*(?:" + NAME + "))(?:[=:](.*))?", Pattern.CASE_INSENSITIVE);
    /** {@code postgres://user:password@host}. */
    private static final Pattern IN_ADDRESS = Pattern.compile(".*?([a-zA-Z][\\w+.-]*)://[^/@\\s:]*:([^/@\\s]+)@.*");

    private SecretWarning() {}

    /** A sentence for each of the arguments of an option, in their order. */
    public static List<String> of(String option, List<String> arguments) {
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            Matcher named = NAMED.matcher(argument);
            Matcher address = IN_ADDRESS.matcher(argument);
            if (named.matches()
                    && says(named.group(2), argument, i + 1 < arguments.size() ? arguments.get(i + 1) : "")) {
                warnings.add(sentence(option, "the value of '" + argument.replaceFirst("[=:].*", "") + "'"));
            } else if (address.matches() && isValue(address.group(2))) {
                warnings.add(sentence(option, "the part before the @ of the " + address.group(1) + " address"));
            }
        }
        return warnings;
    }

    /** The value stands behind the name or is the next argument. */
    private static boolean says(@Nullable String behind, String argument, String next) {
        return behind != null ? isValue(behind) : argument.startsWith("-") && !next.startsWith("-") && isValue(next);
    }

    /** A placeholder holds none, and neither does a word of yes or no. */
    private static boolean isValue(String value) {
        return !value.isBlank()
                && !value.matches("\\{[A-Za-z]+}")
                && !List.of("true", "false", "none", "null").contains(value.toLowerCase(Locale.ROOT));
    }

    private static String sentence(String option, String what) {
        return option + ": " + what
                + " looks like a secret. It will be readable in run.json, in the report and in the host's list of"
                + " processes: give it in an environment variable, which the application inherits, or in a file";
    }
}
