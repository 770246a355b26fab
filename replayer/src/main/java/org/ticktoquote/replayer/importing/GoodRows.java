package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;

/** The rows of a source that can be imported; the others are handed to somebody else. */
final class GoodRows implements Closeable {
    private final TickSource source;
    private final RowReader rows;
    private final Consumer<Problem> bad;

    GoodRows(TickSource source, Consumer<Problem> bad) throws IOException {
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
                bad.accept(value.problem().at(Place.atLine(source.file(), rows.number())));
            }
        }
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
