package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows in time order that leave a side blank where it did not change: it is that of the instrument's quote before. */
final class CarriedSides implements RowReader {
    private final RowReader rows;
    private final Map<String, Row> last = new HashMap<>();

    CarriedSides(RowReader rows) {
        this.rows = rows;
    }

    @Override
    public @Nullable Row next() throws BadValue, IOException {
        @Nullable Row row = rows.next();
        if (row == null || row.isEmpty()) {
            return row;
        }
        Row before = last.get(row.symbol());
        Row whole = before == null ? row : row.completedBy(before);
        last.put(row.symbol(), whole);
        return whole;
    }

    @Override
    public long number() {
        return rows.number();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
