package org.ticktoquote.analysis.export;

import java.io.IOException;
import java.nio.file.Path;

/** Format for storing tables, loaded as a service because its library is in a separate jar. Used by one thread. */
public interface TableFormat extends AutoCloseable {
    /**
     * Begins a partition of a table.
     *
     * @param folder partition's folder, which exists and is empty; receives any number of files
     */
    RowWriter begin(ExportTable table, Path folder) throws IOException;

    @Override
    void close() throws IOException;

    /** Service that opens the format. */
    interface Provider {
        TableFormat open() throws IOException;
    }
}
