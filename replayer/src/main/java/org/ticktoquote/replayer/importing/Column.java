package org.ticktoquote.replayer.importing;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a column of a text file holds. */
enum Column {
    SYMBOL("symbol"),
    DATE("date"),
    TIME("time"),
    BID("bid"),
    ASK("ask"),
    BID_QUANTITY("bid-quantity"),
    ASK_QUANTITY("ask-quantity");

    private final String text;

    Column(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /** The ask's for the bid's and the other way round. */
    Column otherSide() {
        return switch (this) {
            case BID -> ASK;
            case ASK -> BID;
            case BID_QUANTITY -> ASK_QUANTITY;
            case ASK_QUANTITY -> BID_QUANTITY;
            default -> this;
        };
    }

    static Optional<Column> of(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(each -> each.text.equals(wanted)).findFirst();
    }

    static String all() {
        return Arrays.stream(values()).map(Column::text).collect(Collectors.joining(", "));
    }
}
