/** Tables of a run as Parquet files, written by DuckDB, in the separate jar {@code t2q-export.jar}. */
@NullMarked
package org.ticktoquote.export;

import org.jspecify.annotations.NullMarked;
