package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rows of one tick file, one after the other, in memory that does not grow with the file. */
interface RowReader extends Closeable {
    /**
     * The next row, null at the end of the file.
     *
     * @throws BadValue when the row cannot be imported; the next call goes on behind it
     * @throws IOException when the file is damaged or cannot be read; there is no going on
     */
    @Nullable
    Row next() throws BadValue, IOException;

    /** Number of the row that was read last, good or bad; 0 before the first. */
    long number();
}
