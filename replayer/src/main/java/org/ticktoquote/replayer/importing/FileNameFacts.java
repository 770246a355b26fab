package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Instrument, venue, date and hour in the path of a tick file.
 *
 * <p>Known forms are {@code oanda_eurusd_20140502_quote.zip}, {@code oanda/tick/eurusd/20140502_quote.zip},
 * {@code 20140502_eurusd_tick_quote.csv}, {@code EURUSD/2014/04/02/12h_ticks.bi5} (months from 0), and other names that
 * contain a currency pair and a date of eight digits.
 */
record FileNameFacts(Optional<String> symbol, Optional<String> venue, Optional<LocalDate> date, OptionalInt hour) {
    private static final Pattern DUKASCOPY =
            Pattern.compile("(?:.*/)?([^/]+)/(\\d{4})/(\\d{2})/(\\d{2})/(\\d{2})h_ticks\\.bi5");
    private static final Pattern HOUR = Pattern.compile("(?:.*\\D)?(\\d{2})h_ticks\\.bi5");
    private static final Pattern VENUE_IN_NAME =
            Pattern.compile("(?:.*/)?([A-Za-z0-9]+)_[A-Za-z]{6}_\\d{8}_quote(?:\\.[a-z]+)+");
    private static final Pattern VENUE_IN_PATH = Pattern.compile("(?:.*/)?([A-Za-z0-9]+)/tick/[A-Za-z]{6}/[^/]+");
    private static final Pattern DATE = Pattern.compile("(?<!\\d)((?:19|20)\\d{2})-?(\\d{2})-?(\\d{2})(?!\\d)");

    /** Finds the facts in a path and, for a zip, in the name of its entry. */
    static FileNameFacts of(Path file, String entryName) {
        String path = file.toAbsolutePath().normalize().toString();
        Matcher dukascopy = DUKASCOPY.matcher(path);
        if (dukascopy.matches()) {
            int monthFromZero = Integer.parseInt(dukascopy.group(3));
            return new FileNameFacts(
                    SymbolNames.normal(dukascopy.group(1)),
                    Optional.empty(),
                    date(dukascopy.group(2), monthFromZero + 1, dukascopy.group(4)),
                    hour(dukascopy.group(5)));
        }
        Matcher hour = HOUR.matcher(path);
        return new FileNameFacts(
                symbol(file, entryName),
                venue(path),
                date(file, entryName),
                hour(hour.matches() ? hour.group(1) : "99"));
    }

    /** Returns true if the date of a {@code .bi5} is in its file name and not in Dukascopy's path, which counts months from 0. */
    static boolean hasPlainDate(Path file) {
        String path = file.toAbsolutePath().normalize().toString();
        return !DUKASCOPY.matcher(path).matches() && date(file, "").isPresent();
    }

    private static Optional<String> symbol(Path file, String entryName) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        String folderName = folder == null || folder.getFileName() == null
                ? ""
                : folder.getFileName().toString();
        return Stream.of(entryName, file.getFileName().toString(), folderName)
                .map(SymbolNames::inFileName)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> venue(String path) {
        return Stream.of(VENUE_IN_NAME, VENUE_IN_PATH)
                .map(pattern -> pattern.matcher(path))
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1).toUpperCase(Locale.ROOT))
                .filter(SymbolNames::isVenue)
                .findFirst();
    }

    private static Optional<LocalDate> date(Path file, String entryName) {
        return Stream.of(entryName, file.getFileName().toString())
                .map(DATE::matcher)
                .filter(Matcher::find)
                .map(matcher -> date(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<LocalDate> date(String year, int month, String day) {
        try {
            return Optional.of(LocalDate.of(Integer.parseInt(year), month, Integer.parseInt(day)));
        } catch (DateTimeException impossible) {
            return Optional.empty();
        }
    }

    private static OptionalInt hour(String digits) {
        int hour = Integer.parseInt(digits);
        return hour < 24 ? OptionalInt.of(hour) : OptionalInt.empty();
    }
}
