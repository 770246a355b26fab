package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;

/**
 * Determines how to read each file on the command line from its argument, name and first rows. Options supply missing facts.
 * Reports the faults of all files together.
 */
record SourcePlanner(SourceSettings settings, Path out, PrintWriter list) {
    /** Broker whose {@code lean} files use Eastern standard time all year. */
    private static final String FXCM = "FXCM";

    private static final Set<String> FIVE_DECIMALS = Set.of(
            "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD", "HKD", "SEK", "NOK", "DKK", "PLN", "MXN", "ZAR",
            "TRY", "CNH");

    /**
     * Returns the sources of all files. Throws a {@link ProblemException} if one of them has faults.
     *
     * @param fix reader of captures and logs, whose sources follow all others
     */
    List<TickSource> plan(List<String> arguments, FixSources fix) {
        List<TickSource> sources = new ArrayList<>();
        List<ProblemException> refusals = new ArrayList<>();
        for (String argument : arguments) {
            try {
                Argument source = Argument.parse(argument);
                requireOther(source.file());
                if (!fix.addIfFix(source)) {
                    sources.add(plan(sources.size(), source));
                }
            } catch (ProblemException refusal) {
                refusals.add(refusal);
            }
        }
        requireNone(refusals, arguments.size());
        sources.addAll(fix.read(sources.size()));
        return sources;
    }

    private void requireOther(Path file) {
        if (UserPath.same(file, out)) {
            throw Problem.of(file)
                    .fault("is also given as --out, which would replace it")
                    .exception();
        }
        if (UserPath.same(file, RowSpool.file(out)) || UserPath.same(file, OutputFile.part(out))) {
            throw Problem.of(file)
                    .fault("has the name of a temporary file of --out " + out)
                    .expected("another --out")
                    .exception();
        }
    }

    private void requireNone(List<ProblemException> refusals, int files) {
        if (refusals.size() == 1) {
            throw refusals.get(0);
        }
        if (!refusals.isEmpty()) {
            refusals.stream().limit(BadRows.KEPT).forEach(refusal -> list.println(refusal.getMessage()));
            list.flush();
            throw Problem.ofFault(String.format(
                            Locale.ROOT,
                            "%d of %s cannot be imported, for the reasons above",
                            refusals.size(),
                            CountText.of(files, "file")))
                    .exception(IoReason.status(refusals));
        }
    }

    /** Throws a {@link ProblemException} that names the file and the missing fact. */
    private TickSource plan(int index, Argument argument) {
        Path file = argument.file();
        requireFile(file);
        try {
            return isDukascopy(file)
                    ? DukascopyRowReader.plan(index, argument, settings)
                    : TextRowReader.plan(index, argument, settings);
        } catch (IOException e) {
            throw Problem.of(file).fault(TickContent.damage(e)).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    private boolean isDukascopy(Path file) {
        boolean named = file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".bi5");
        return settings.format().map(format -> format == Format.BI5).orElse(named);
    }

    private static void requireFile(Path file) {
        if (Files.isDirectory(file)) {
            throw Problem.ofValue(file)
                    .fault("is a folder; name the files in it")
                    .exception();
        }
        UserPath.regularInput(file);
    }

    static ProblemException missing(Path file, String what, String remedy) {
        return Problem.of(file)
                .fault("its name does not give the " + what + "; give it " + remedy)
                .exception();
    }

    /** Returns the options used to read the files, and each distinct note, in file order. */
    List<String> notes(List<TickSource> sources) {
        return Stream.concat(
                        readings(sources), sources.stream().flatMap(this::notes).distinct())
                .toList();
    }

    /** Returns one line for each group of files that are read with the same options. */
    private static Stream<String> readings(List<TickSource> sources) {
        Map<String, List<TickSource>> alike = new LinkedHashMap<>();
        for (TickSource source : sources) {
            source.layout()
                    .map(TextLayout::options)
                    .ifPresent(reading -> alike.computeIfAbsent(reading, first -> new ArrayList<>())
                            .add(source));
        }
        return alike.entrySet().stream()
                .map(each -> Printable.text(each.getValue().get(0).file().toString(), 200)
                        + (each.getValue().size() == 1
                                ? " is"
                                : " and " + (each.getValue().size() - 1) + " more are")
                        + " read with " + each.getKey());
    }

    private Stream<String> notes(TickSource source) {
        return Stream.of(zone(source), months(source), decimals(source), quantityUnit(source))
                .flatMap(Optional::stream);
    }

    private Optional<String> zone(TickSource source) {
        if (settings.zones().given(source.venue())) {
            return Optional.empty();
        }
        if (source.format() == Format.HISTDATA) {
            return Optional.of("note: HistData writes Eastern standard time, the whole year: times of " + source.venue()
                    + " are read as UTC-05:00; --zone sets another zone");
        }
        if (source.format() == Format.MT5
                || source.layout().filter(TextLayout::isServerTime).isPresent()) {
            return Optional.of(
                    "note: MetaTrader 5 writes the time of the broker's server, often that of Eastern Europe;"
                            + " these files are read as UTC; --zone sets another zone, as in --zone EET");
        }
        return source.venue().equals(FXCM) && source.format() == Format.LEAN
                ? Optional.of("note: files of FXCM are known to be in UTC-05:00, these are read as UTC;"
                        + " expected --zone FXCM=UTC-05:00, or --zone UTC if they are in UTC")
                : Optional.empty();
    }

    private static Optional<String> months(TickSource source) {
        return source.format() == Format.BI5 && FileNameFacts.hasPlainDate(source.file())
                ? Optional.of("note: months in the names of .bi5 files are read from 01;"
                        + " only Dukascopy's paths, such as EURUSD/2014/04/02/12h_ticks.bi5, count them from 00")
                : Optional.empty();
    }

    private Optional<String> decimals(TickSource source) {
        String symbol = source.symbol().orElse("");
        if (source.format() != Format.BI5 || settings.decimals().known(symbol)) {
            return Optional.empty();
        }
        return FIVE_DECIMALS.containsAll(List.of(symbol.split("/", -1)))
                ? Optional.empty()
                : Optional.of("note: the decimals of " + symbol + " in .bi5 files are not known, 5 are assumed;"
                        + " --decimals " + symbol + "=N sets them");
    }

    private Optional<String> quantityUnit(TickSource source) {
        return settings.quantityUnit().isEmpty()
                        && source.format().isInMillions()
                        && source.layout().filter(TextLayout::hasQuantities).isPresent()
                ? Optional.of("note: quantities of " + source.format().text()
                        + " files are read in millions; --quantity-unit 1 reads units")
                : Optional.empty();
    }

    /** File argument, {@code FILE} or {@code [SYMBOL][@VENUE]=FILE}. Symbol and venue override the file's own. */
    record Argument(Optional<String> symbol, Optional<String> venue, Path file) {

        /**
         * Parses an argument. Throws a {@link ProblemException} for an invalid override. The path of an existing file has no
         * override.
         */
        static Argument parse(String text) {
            int equals = text.indexOf('=');
            if (equals < 0 || Files.exists(path(text))) {
                return new Argument(Optional.empty(), Optional.empty(), path(text));
            }
            String names = text.substring(0, equals);
            int at = names.indexOf('@');
            String symbol = at < 0 ? names : names.substring(0, at);
            String venue = at < 0 ? "" : names.substring(at + 1);
            return new Argument(
                    symbol.isEmpty() ? Optional.empty() : Optional.of(symbol(symbol, text)),
                    at < 0 ? Optional.empty() : Optional.of(venue(venue, text)),
                    path(text.substring(equals + 1)));
        }

        private static Path path(String text) {
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw refused(text, "names no file");
            }
        }

        /** Returns the normal form of a symbol in an argument. */
        static String symbol(String symbol, String argument) {
            return SymbolNames.normal(symbol)
                    .orElseThrow(() -> refused(
                            argument, "'" + Printable.text(symbol, 80) + "' is not a symbol: " + SymbolNames.EXPECTED));
        }

        static String venue(String venue, String argument) {
            if (!SymbolNames.isVenue(venue)) {
                throw refused(
                        argument, "'" + Printable.text(venue, 80) + "' is not a venue: " + SymbolNames.EXPECTED_VENUE);
            }
            return venue;
        }

        private static ProblemException refused(String text, String reason) {
            return Problem.ofFault(Printable.text(text, 200) + ": " + reason)
                    .expected("FILE or [SYMBOL][@VENUE]=FILE, as in EUR/USD@OANDA=quotes.csv")
                    .exception();
        }
    }
}
