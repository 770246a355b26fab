package org.ticktoquote.report.table;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.report.table.Cell.Part;

/**
 * Finds the words of a text that another text does not have in the same order, such as the difference of two command lines.
 */
final class WordDifference {
    /** Maximum number of compared pairs of words. No difference is reported for longer texts. */
    private static final int MAX_PAIRS = 1_000_000;

    private WordDifference() {}

    /**
     * Returns all parts of a text. Empty, so that nothing is marked, if the texts are equal, if either has a single word, or
     * if they are too long to compare.
     */
    static List<Part> of(String text, String other) {
        String[] mine = text.split("(?<=\\s)(?=\\S)", -1);
        String[] others = other.split("(?<=\\s)(?=\\S)", -1);
        if (text.equals(other)
                || mine.length < 2
                || others.length < 2
                || (long) mine.length * others.length > MAX_PAIRS) {
            return List.of();
        }
        return parts(mine, common(mine, others), others);
    }

    /** Returns, for each pair of positions, the length of the longest common subsequence of the remaining words. */
    private static int[][] common(String[] mine, String[] others) {
        int[][] common = new int[mine.length + 1][others.length + 1];
        for (int i = mine.length - 1; i >= 0; i--) {
            for (int j = others.length - 1; j >= 0; j--) {
                common[i][j] = same(mine[i], others[j])
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static List<Part> parts(String[] mine, int[][] common, String[] others) {
        List<Part> parts = new ArrayList<>();
        int j = 0;
        for (int i = 0; i < mine.length; i++) {
            while (j < others.length && !same(mine[i], others[j]) && common[i][j + 1] == common[i][j]) {
                j++;
            }
            boolean shared = j < others.length && same(mine[i], others[j]);
            if (shared) {
                j++;
            }
            String word = mine[i].stripTrailing();
            parts.add(new Part(word, !shared));
            parts.add(new Part(mine[i].substring(word.length()), false));
        }
        return parts.stream().filter(part -> !part.text().isEmpty()).toList();
    }

    private static boolean same(String one, String other) {
        return one.strip().equals(other.strip());
    }
}
