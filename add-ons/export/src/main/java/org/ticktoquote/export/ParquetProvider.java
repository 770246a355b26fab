package org.ticktoquote.export;

import java.io.IOException;
import org.ticktoquote.analysis.export.TableFormat;

/** How {@code t2q export} finds the format. */
public final class ParquetProvider implements TableFormat.Provider {
    @Override
    public TableFormat open() throws IOException {
        return ParquetFormat.open();
    }
}
