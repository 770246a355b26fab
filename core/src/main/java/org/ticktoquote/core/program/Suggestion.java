package org.ticktoquote.core.program;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** What a mistyped word was probably meant to be. */
final class Suggestion {
    private Suggestion() {}

    /** As in {@code ; did you mean 'run'?}; empty where nothing is near. */
    static String of(String typed, Collection<String> words) {
        String lower = typed.toLowerCase(Locale.ROOT);
        return words.stream()
                .filter(word -> distance(lower, word)
                        <= Math.max(1, word.replace("-", "").length() / 3))
                .min(Comparator.comparingInt((String word) -> distance(lower, word))
                        .thenComparing(Comparator.naturalOrder()))
                .map(word -> "; did you mean '" + word + "'?")
                .orElse("");
    }

    /**
     * Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other (the "optimal string
     * alignment" distance).
     */
    static int distance(String one, String other) {
        int[][] best = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    best[i][j] = i + j;
                    continue;
                }
                int changed = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                best[i][j] = Math.min(Math.min(best[i - 1][j], best[i][j - 1]) + 1, best[i - 1][j - 1] + changed);
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    best[i][j] = Math.min(best[i][j], best[i - 2][j - 2] + 1);
                }
            }
        }
        return best[one.length()][other.length()];
    }
}
