package org.ticktoquote.core.command;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The words that an option takes; picocli completes them, and a schema lists them. */
public abstract class Words implements Iterable<String> {
    private final List<String> words;

    protected Words(String... words) {
        this.words = Arrays.asList(words);
    }

    public boolean has(String word) {
        return words.contains(word);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }
}
