package org.ticktoquote.analysis.export;

import java.io.IOException;
import java.nio.file.Path;

/** A way to store tables, found as a service: its library comes in a jar of its own. Used by one thread. */
public interface TableFormat extends AutoCloseable {
    /**
     * Begins a part of a table.
     *
     * @param folder of the part, there and empty: gets as many files as the part needs
     */
    RowWriter begin(ExportTable table, Path folder) throws IOException;

    @Override
    void close() throws IOException;

    /** Makes one when the jar is there. */
    interface Provider {
        TableFormat open() throws IOException;
    }
}
