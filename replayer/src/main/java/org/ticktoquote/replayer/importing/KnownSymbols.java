package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instruments that the texts of a symbol column stand for, found by bytes: rows of several pairs take turns in many files.
 * Knows {@value #MOST} texts, the first ones, and of a file that stands for one instrument only the last. Not thread-safe.
 */
final class KnownSymbols {
    private static final int MOST = 512;
    private static final int PLACES = 2 * MOST;

    private final boolean onlyLast;
    private final byte[][] texts = new byte[PLACES][];
    private final String[] instruments = new String[PLACES];
    private int count;

    KnownSymbols(boolean onlyLast) {
        this.onlyLast = onlyLast;
    }

    /** Remembers the instrument that a text stands for. */
    void add(String text, String instrument) {
        if (onlyLast) {
            Arrays.fill(texts, null);
            count = 0;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int place = place(bytes, 0, bytes.length);
        if (texts[place] == null && count < MOST) {
            texts[place] = bytes;
            instruments[place] = instrument;
            count++;
        }
    }

    /** The instrument of a text, null where it is not known. */
    @Nullable
    String instrument(byte[] line, int from, int to) {
        int place = place(line, from, to);
        return texts[place] == null ? null : instruments[place];
    }

    /** Where a text stands, or would stand; half of the places stay free. */
    private int place(byte[] line, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + line[i];
        }
        int place = (hash ^ hash >>> 10) & PLACES - 1;
        while (texts[place] != null && !Arrays.equals(texts[place], 0, texts[place].length, line, from, to)) {
            place = place + 1 & PLACES - 1;
        }
        return place;
    }
}
