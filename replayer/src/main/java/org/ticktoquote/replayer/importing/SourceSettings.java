package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;

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

    /** A zone of a venue, or decimals of a symbol, of which there is no file: a typing error must not pass unseen. */
    void requireUsed(List<TickSource> sources) {
        Set<String> venues = sources.stream().map(TickSource::venue).collect(Collectors.toCollection(TreeSet::new));
        require("--zone", zones.ofVenue().keySet(), "is no venue of these files", venues);
        Set<String> points = sources.stream()
                .filter(source -> source.format() == Format.BI5)
                .flatMap(source -> source.symbol().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        require("--decimals", decimals.symbols(), "is in no .bi5 file", points);
    }

    private static void require(String option, Set<String> named, String fault, Set<String> there) {
        for (String name : new TreeSet<>(named)) {
            if (!there.contains(name)) {
                Problem problem = Problem.of(option).value(Shown.text(name, 80)).fault(fault);
                throw (there.isEmpty() ? problem : problem.expected("one of " + String.join(", ", there))).refusal();
            }
        }
    }

    /**
     * How a text of no known family is laid out, as far as somebody says it.
     *
     * @param mark between the whole and the fraction of a number
     * @param skippedLines before the header line or, without one, before the first row; of any text
     */
    record Csv(
            Optional<SourceColumns> columns,
            Optional<String> timeFormat,
            Optional<Character> delimiter,
            Optional<Character> mark,
            int skippedLines) {}
}
