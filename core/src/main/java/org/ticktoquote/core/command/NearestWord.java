package org.ticktoquote.core.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the known word that is closest to a mistyped one. Allows one edit per three characters, and at least one.
 * Ignores case, hyphens, underscores, dots and blanks.
 */
public final class NearestWord {
    private NearestWord() {}

    /** Returns the nearest known word, or empty if none is near. */
    public static Optional<String> of(String word, Collection<String> known) {
        String plain = plain(word);
        int most = Math.max(1, plain.length() / 3);
        return known.stream()
                .min(Comparator.comparingInt((String each) -> edits(plain, plain(each)))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(each -> edits(plain, plain(each)) <= most);
    }

    /** Returns {@code  (did you mean 'run'?)} for the nearest known word, or an empty string if none is near. */
    public static String hint(String word, Collection<String> known) {
        return of(word, known).map(near -> " (did you mean '" + near + "'?)").orElse("");
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
    }

    /** Counts insertions, deletions and replacements (Levenshtein). Two swapped adjacent characters count as one edit. */
    static int edits(String from, String to) {
        int[][] least = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                least[i][j] = i == 0 || j == 0 ? i + j : cheapest(from, to, i, j, least);
            }
        }
        return least[from.length()][to.length()];
    }

    private static int cheapest(String from, String to, int i, int j, int[][] least) {
        int replaced = least[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        int cheapest = Math.min(replaced, Math.min(least[i - 1][j], least[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(cheapest, least[i - 2][j - 2] + 1) : cheapest;
    }
}
