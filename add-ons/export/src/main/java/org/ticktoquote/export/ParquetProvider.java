package org.ticktoquote.export;

import java.io.IOException;
import org.ticktoquote.analysis.export.TableFormat;

/** Service provider of the Parquet format for {@code t2q export}. */
public final class ParquetProvider implements TableFormat.Provider {
    @Override
    public TableFormat open() throws IOException {
        return ParquetFormat.open();
    }
}
