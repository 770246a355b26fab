package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One file to import, understood but not yet read.
 *
 * @param index its place among the arguments, which decides between rows of the same time
 * @param symbol empty when the rows name theirs
 * @param reading of a text: how it is read, as options would say it
 */
record TickSource(
        int index,
        Path file,
        Format format,
        Optional<String> symbol,
        String venue,
        long sortNs,
        Optional<String> reading,
        Opener opener) {

    /** Opens the rows of a file as they stand in it. */
    interface Opener {
        RowReader open() throws IOException;
    }

    /** The same, where its rows stand in time order already. */
    TickSource inOrder(Opener rows) {
        return new TickSource(index, file, format, symbol, venue, 0, reading, rows);
    }

    /** The rows in time order, from the first; can be asked for again and again. */
    RowReader open() throws IOException {
        RowReader rows = new OrderedRows(opener.open(), sortNs);
        return format.carriesSides() ? new CarriedSides(rows) : rows;
    }
}
