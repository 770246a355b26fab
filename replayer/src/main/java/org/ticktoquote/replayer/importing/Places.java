package org.ticktoquote.replayer.importing;

import java.util.EnumMap;
import java.util.Map;

/** Where in a row, from 0, the columns of a text file stand. */
final class Places {
    private final Map<Column, Integer> places;
    private final int needed;

    /** At least one place. */
    Places(Map<Column, Integer> places) {
        this.places = new EnumMap<>(places);
        this.needed =
                1 + places.values().stream().mapToInt(Integer::intValue).max().orElse(-1);
    }

    boolean has(Column column) {
        return places.containsKey(column);
    }

    /** The place of a column, -1 when there is none. */
    int of(Column column) {
        return places.getOrDefault(column, -1);
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
