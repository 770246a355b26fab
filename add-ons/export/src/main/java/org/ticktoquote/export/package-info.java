/** Tables of a run as Parquet files, by DuckDB: what is in {@code t2q-export.jar}, and nowhere else. */
@NullMarked
package org.ticktoquote.export;

import org.jspecify.annotations.NullMarked;
