package org.ticktoquote.replayer.importing;

import java.util.Arrays;
import java.util.Map;

/** Where in a row, from 0, the columns of a text file stand. */
final class Places {
    private final int[] places = new int[Column.values().length];
    private final int needed;

    /** At least one place. */
    Places(Map<Column, Integer> places) {
        Arrays.fill(this.places, -1);
        places.forEach((column, place) -> this.places[column.ordinal()] = place);
        this.needed = 1 + Arrays.stream(this.places).max().orElse(-1);
    }

    boolean has(Column column) {
        return of(column) >= 0;
    }

    /** The place of a column, -1 when there is none. */
    int of(Column column) {
        return places[column.ordinal()];
    }

    /** How many fields a row must have to hold all columns. */
    int neededFields() {
        return needed;
    }

    /** The column for people: {@code bid (place 1)}. */
    String described(Column column) {
        return has(column) ? column.text() + " (place " + of(column) + ")" : column.text();
    }
}
