package org.ticktoquote.harness.settings;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The words that an option takes; picocli completes them, and a schema lists them. */
abstract class Words implements Iterable<String> {
    private final List<String> words;

    Words(String... words) {
        this.words = Arrays.asList(words);
    }

    boolean has(String word) {
        return words.contains(word);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }
}
