package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;

/**
 * How to read the rows of a text file.
 *
 * @param skippedLines lines before the first row, header included
 * @param fields how many fields every row has; 0 when it may have more than the columns need
 * @param mark between the whole and the fraction of a number
 * @param quantityUnit units of the base currency in one unit of a quantity column
 * @param mixed whether rows without a price are other events than quotes, and no fault
 */
record TextLayout(
        char delimiter,
        long skippedLines,
        int fields,
        Places places,
        TimeText time,
        char mark,
        BigDecimal quantityUnit,
        boolean mixed) {}
