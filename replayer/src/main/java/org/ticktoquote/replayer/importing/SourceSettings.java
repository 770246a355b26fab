package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;

/**
 * How files are to be read where their names and rows do not tell.
 *
 * @param format of all files; else each file's own
 * @param date of times of day in files whose name has none
 * @param symbol of files whose name and rows have none
 * @param venue of files whose name has none
 * @param decimals of prices in {@code .bi5}
 * @param quantityUnit units of the base currency in one unit of a quantity column
 * @param sortNs how late a row may be and still be put in order
 */
record SourceSettings(
        Optional<Format> format,
        Zones zones,
        Optional<LocalDate> date,
        Optional<String> symbol,
        Optional<String> venue,
        PriceDecimals decimals,
        Optional<BigDecimal> quantityUnit,
        long sortNs,
        Csv csv) {

    /**
     * How a text of no known family is laid out.
     *
     * @param skippedLines before the header line or, without one, before the first row; of any text
     */
    record Csv(Optional<SourceColumns> columns, String timeFormat, char delimiter, int skippedLines) {}
}
