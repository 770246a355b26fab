package org.ticktoquote.analysis.export;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Receives the rows of a table, value by value in the order of its columns. Buffers a bounded number of rows; not
 * thread-safe.
 */
public interface RowWriter extends AutoCloseable {
    /** Adds the next value, for a column of type LONG. */
    RowWriter put(long value) throws IOException;

    /** Adds the next value, for a column of type INT. */
    RowWriter put(int value) throws IOException;

    /** Adds the next value, for a column of type FLAG. */
    RowWriter put(boolean value) throws IOException;

    /** Adds the next value, for a column of type TEXT; null if absent. */
    RowWriter put(@Nullable String value) throws IOException;

    /** Adds an absent value. */
    RowWriter absent() throws IOException;

    /** Ends the row, which must have all its values. */
    void end() throws IOException;

    /** Returns the number of rows so far. */
    long rows();

    /** Writes the remaining rows and releases all resources; after a failure only releases them. */
    @Override
    void close() throws IOException;
}
