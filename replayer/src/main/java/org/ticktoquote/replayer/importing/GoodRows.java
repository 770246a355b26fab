package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of a source that can be imported; the others are handed to somebody else. */
final class GoodRows implements Closeable {
    private final TickSource source;
    private final RowReader rows;
    private final Consumer<BadRow> bad;

    GoodRows(TickSource source, Consumer<BadRow> bad) throws IOException {
        this.source = source;
        this.rows = source.open();
        this.bad = bad;
    }

    /** The next good row, null at the end. */
    @Nullable
    Row next() throws IOException {
        while (true) {
            try {
                return rows.next();
            } catch (BadValue value) {
                bad.accept(BadRow.of(source.file().toString(), rows.number(), value));
            }
        }
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
