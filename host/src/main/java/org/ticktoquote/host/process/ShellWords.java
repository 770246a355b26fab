package org.ticktoquote.host.process;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command as one line for a shell: at the other end of ssh, which takes a line whatever it is given, or for a person to
 * copy. Nothing else in this product composes text for a shell.
 */
public final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellWords() {}

    /** The line that a POSIX shell takes apart into exactly these words. */
    public static String line(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    /** One word of such a line. */
    public static String quoted(String word) {
        if (word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("no command line can hold a NUL: " + word);
        }
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
