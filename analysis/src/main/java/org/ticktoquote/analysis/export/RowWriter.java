package org.ticktoquote.analysis.export;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes the rows of a table, value by value in the order of its columns. Holds a bounded number of them; not thread-safe. */
public interface RowWriter extends AutoCloseable {
    /** The next value of the row, of a column of type LONG. */
    RowWriter put(long value) throws IOException;

    /** The next value, of type INT. */
    RowWriter put(int value) throws IOException;

    /** The next value, of type FLAG. */
    RowWriter put(boolean value) throws IOException;

    /** The next value, of type TEXT; null where there is none. */
    RowWriter put(@Nullable String value) throws IOException;

    /** The next value is absent. */
    RowWriter absent() throws IOException;

    /** The row has all of its values. */
    void end() throws IOException;

    /** Rows so far. */
    long rows();

    /** Stores the rest and gives everything back. Of a writer that failed it only does the latter. */
    @Override
    void close() throws IOException;
}
