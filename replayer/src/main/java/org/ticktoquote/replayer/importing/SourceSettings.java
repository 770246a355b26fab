package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem;

/**
 * Settings for facts that the names and rows of files do not contain.
 *
 * @param format format of all files; if absent, detected for each file
 * @param date date of the times of day in files without a date in their name
 * @param symbol instrument of files without a symbol in name and rows
 * @param venue venue of files without one in their name
 * @param decimals number of decimals of prices in {@code .bi5}
 * @param quantityUnit size of one unit of a quantity column, in units of the base currency
 * @param sortNs maximum lateness of a row that is still sorted
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
     * Refuses options that no file uses, and a zone or decimals for a venue or symbol that no file has.
     *
     * @param logged venues and SenderCompIDs of FIX logs
     */
    void requireUsed(List<TickSource> sources, Set<String> logged) {
        Set<Format> formats = sources.stream().map(TickSource::format).collect(Collectors.toSet());
        require(formats, "--columns", csv.columns().isPresent(), Format::isNamed, "one");
        require(formats, "--time-format", csv.timeFormat().isPresent(), Format::isNamed, "--columns with it");
        require(formats, "--delimiter", csv.delimiter().isPresent(), Format::isNamed, "--columns with it");
        require(formats, "--decimal-mark", csv.mark().isPresent(), Format::isNamed, "--columns with it");
        require(formats, "--quantity-unit", quantityUnit.isPresent(), Format::hasQuantities, "one");
        require(formats, "--skip-lines", csv.skippedLines() > 0, Format::isText, "one");
        require(formats, "--decimals", decimals.forAll(), format -> format == Format.BI5, "one");
        Set<String> venues = sources.stream()
                .filter(source -> source.format() != Format.FIX)
                .map(TickSource::venue)
                .collect(Collectors.toCollection(TreeSet::new));
        venues.addAll(logged);
        require("--zone", zones.ofVenue().keySet(), "is not a venue of these files", venues);
        Set<String> points = sources.stream()
                .filter(source -> source.format() == Format.BI5)
                .flatMap(source -> source.symbol().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        require("--decimals", decimals.symbols(), "is in no .bi5 file", points);
    }

    private static void require(
            Set<Format> formats, String option, boolean given, Predicate<Format> reads, String remedy) {
        if (given && formats.stream().noneMatch(reads)) {
            String readers =
                    Stream.of(Format.values()).filter(reads).map(Format::text).collect(Collectors.joining(" or "));
            throw Problem.of(option)
                    .fault("none of these files is " + readers)
                    .expected(remedy + ", or no " + option)
                    .exception();
        }
    }

    private static void require(String option, Set<String> named, String fault, Set<String> there) {
        for (String name : new TreeSet<>(named)) {
            if (!there.contains(name)) {
                Problem problem =
                        Problem.of(option).value(Printable.text(name, 80)).fault(fault);
                throw (there.isEmpty() ? problem : problem.expected("one of " + String.join(", ", there))).exception();
            }
        }
    }

    /**
     * User-given parts of the layout of a {@code csv}, {@code dukascopy} or {@code mt5} text.
     *
     * @param mark decimal mark
     * @param skippedLines lines before the header line, or before the first row if there is no header; applies to any text
     */
    record Csv(
            Optional<SourceColumns> columns,
            Optional<String> timeFormat,
            Optional<Character> delimiter,
            Optional<Character> mark,
            int skippedLines) {}

    /**
     * Decimals of the integer prices in {@code .bi5} files, given per symbol or for all, else Dukascopy's default.
     *
     * @param given number of decimals by symbol; the entry {@link #ALL} applies to all other symbols
     */
    record PriceDecimals(Map<String, Integer> given) {
        private static final String ALL = "";
        private static final int DEFAULT = 5;
        private static final int COARSE = 3;
        private static final Set<String> COARSE_BASES = Set.of("XAU", "XAG", "XPT", "XPD");
        private static final Set<String> COARSE_QUOTES = Set.of("JPY", "HUF");
        private static final String EXPECTED = "0 to 9, or SYMBOL=0 to 9, as in XAU/USD=3";

        PriceDecimals {
            given = Map.copyOf(given);
        }

        /** Parses {@code N} or {@code SYMBOL=N}. */
        static PriceDecimals parse(List<String> texts) {
            Map<String, Integer> given = new HashMap<>();
            for (String text : texts) {
                int equals = text.indexOf('=');
                String digit = text.substring(equals + 1).strip();
                String symbol = equals < 0 ? ALL : SymbolNames.required("--decimals", text.substring(0, equals));
                if (!digit.matches("[0-9]") || given.put(symbol, Integer.parseInt(digit)) != null) {
                    throw Problem.of("--decimals")
                            .value(Printable.text(text, 80))
                            .expected(EXPECTED + ", each once")
                            .exception();
                }
            }
            return new PriceDecimals(given);
        }

        /** Returns true if the user gave the decimals, or Dukascopy's are known to differ from the default. */
        boolean known(String symbol) {
            return given.containsKey(symbol) || forAll() || coarse(symbol);
        }

        /** Returns true if the user gave the decimals of all symbols. */
        boolean forAll() {
            return given.containsKey(ALL);
        }

        /** Returns the symbols with given decimals. */
        Set<String> symbols() {
            return given.keySet().stream().filter(symbol -> !symbol.equals(ALL)).collect(Collectors.toSet());
        }

        int of(String symbol) {
            int usual = given.getOrDefault(ALL, coarse(symbol) ? COARSE : DEFAULT);
            return given.getOrDefault(symbol, usual);
        }

        private static boolean coarse(String symbol) {
            int slash = symbol.indexOf('/');
            return slash > 0
                    && (COARSE_BASES.contains(symbol.substring(0, slash))
                            || COARSE_QUOTES.contains(symbol.substring(slash + 1)));
        }
    }
}
