package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.RecordingWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code t2q import}: imports tick files, FIX logs or packet captures as one recording.
 *
 * <p>Reads all files completely before it writes, so that all errors are listed at once and the recording contains exactly
 * the checked rows.
 */
@Command(
        name = "import",
        sortOptions = false,
        description = {
            "Imports tick files, FIX logs or packet captures as a recording.",
            "Merges FIX market data and ticks by time. With --payload, " + "records the datagrams of captures instead."
        },
        footer = {
            "",
            "Formats, detected from file name and first lines (plain, zip, gzip or zstd):",
            "  lean      milliseconds since midnight,bid,ask; the name has date and symbol",
            "  bi5       Dukascopy, EURUSD/2014/04/02/12h_ticks.bi5, months from 0",
            "  truefx    EUR/USD,yyyyMMdd HH:mm:ss.SSS,bid,ask",
            "  histdata  yyyyMMdd HHmmssSSS,bid,ask,volume, in UTC-05:00",
            "  dotted    yyyy.MM.dd HH:mm:ss.SSS,bid,ask,bid volume,ask volume",
            "  dukascopy Gmt time,Ask,Bid,AskVolume,BidVolume",
            "  mt5       <DATE> <TIME> <BID> <ASK> ..., with tabs; a blank side is unchanged",
            "  fix       FIX market data (35=W, X, S, i): captures of TCP (pcap, pcapng), logs of engines",
            "  csv       other files with common names in the header line, or with --columns",
            "",
            "Examples:",
            "  t2q import oanda_*_20140502_quote.zip --announcement 12:30 --out nfp.t2q",
            "  t2q import ticks.csv --symbol GBP/USD --time-format epoch-ms \\",
            "      --columns time=Time,bid=Bid,ask=Ask --out gbp.t2q",
            "  t2q import prod.pcapng.zst --sender EBS --sender :9801 --out day.t2q"
        })
@OptionGroup(
        value = "Recording",
        common = {"--out", "--from", "--to", "--announcement", "--instrument", "--skip-bad", "--payload"})
public final class ImportCommand extends Subcommand {
    private static final Set<String> OF_PAYLOADS =
            Set.of("--payload", "--plugin", "--out", "--from", "--to", "--announcement", "--instrument", "--skip-bad");

    @Parameters(
            arity = "1..*",
            paramLabel = "[[SYMBOL][@VENUE]=]FILE",
            description =
                    "input files; SYMBOL and VENUE override the file's own. - is a FIX capture or log on standard input")
    private List<String> files = new ArrayList<>();

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "recording to write or replace")
    private Path out = Path.of("");

    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = "",
            description = "start time: 2014-05-02T12:30:00Z, 12:30 on the UTC day of the first tick, or T0-10min")
    private String from = "";

    @Option(names = "--to", paramLabel = "TIME", defaultValue = "", description = "end time, exclusive")
    private String to = "";

    @Option(
            names = "--announcement",
            paramLabel = "TIME",
            defaultValue = "",
            description = "time of the announcement, T0, to store in the recording")
    private String announcement = "";

    @Option(
            names = "--instrument",
            paramLabel = "SYMBOL:pip=SIZE[,tick=SIZE]",
            description = "pip and tick size of an instrument; repeatable (default: pip 0.01 for "
                    + "JPY pairs, gold and silver, else 0.0001; tick 1/10 pip)")
    private List<String> instruments = new ArrayList<>();

    @Option(
            names = "--quantity",
            paramLabel = "N",
            description = "quantity of sides without a quantity or with 0, in units of the base "
                    + "currency (default: 1000000 without a quantity; 0 is kept)")
    private Optional<Long> quantity = Optional.empty();

    @Option(names = "--skip-bad", description = "skip and list bad rows instead of refusing the files")
    private boolean skipBad;

    @Option(names = "--bad-rows", paramLabel = "FILE", description = "CSV file for the list of all bad rows")
    private Optional<Path> badRowsFile = Optional.empty();

    @Option(
            names = "--payload",
            paramLabel = "FILE",
            description = "YAML file that selects the UDP datagrams of captures and the "
                    + "fields to rewrite in a replay; see docs/feed.md")
    private Optional<Path> payload = Optional.empty();

    @Option(
            names = "--plugin",
            paramLabel = "JAR",
            description = "with --payload: jar of the decoder named in the YAML file, or of a library "
                    + "that it needs; repeatable (default: none, ticks have no prices)")
    private List<Path> plugins = new ArrayList<>();

    @Mixin
    private SourceOptions sourceOptions = new SourceOptions();

    @Override
    public Integer call() {
        if (payload.isPresent()) {
            return importPayloads(payload.get());
        }
        if (!plugins.isEmpty()) {
            throw Problem.of("--plugin").expected("--payload with it").exception();
        }
        InstrumentSizes facts = InstrumentSizes.parse(instruments);
        SourceSettings settings = sourceOptions.settings();
        if (quantity.orElse(1L) < 1) {
            throw Problem.of("--quantity")
                    .value(quantity.orElse(0L))
                    .expected("1 or more")
                    .exception();
        }
        UserPath.output(out);
        badRowsFile.ifPresent(this::requireOther);
        try (Progress progress = Progress.onStandardError()) {
            DelayedProgress late = new DelayedProgress(progress, System::nanoTime);
            try (FixSources fix = new FixSources(
                    sourceOptions, settings, given().collect(Collectors.toCollection(TreeSet::new)), out, late)) {
                SourcePlanner planner = new SourcePlanner(settings, out, err());
                List<TickSource> sources = planner.plan(files, fix);
                settings.requireUsed(sources, fix.zoned());
                fix.notes().forEach(err()::println);
                planner.notes(sources).forEach(err()::println);
                err().flush();
                try (OutputFile recording = OutputFile.claim(out);
                        RowSpool spool = RowSpool.nextTo(out);
                        BadRows badRows = new BadRows(badRowsFile)) {
                    importAll(sources, facts, badRows, spool, recording, late, fix::checkInterrupted);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw Problem.of(out).fault("cannot be imported", e).exception(ExitStatus.ENVIRONMENT, e);
        }
        return ExitStatus.OK.code();
    }

    private int importPayloads(Path declared) {
        requireNoOptionOfTickFiles();
        InstrumentSizes facts = InstrumentSizes.parse(instruments);
        UserPath.output(out);
        List<Path> captures = files.stream().map(this::capture).toList();
        PayloadInput input = PayloadInput.of(captures, declared, plugins);
        long firstNs = input.during(input::firstTickNs);
        long announcementNs = announcementNs(firstNs);
        PayloadImport payloads = new PayloadImport(input, new RecordingTime(announcementNs, firstNs).between(from, to));
        ImportSummary summary = new ImportSummary(output());
        try (OutputFile recording = OutputFile.claim(out);
                Progress progress = Progress.onStandardError()) {
            DelayedProgress late = new DelayedProgress(progress, System::nanoTime);
            input.during(() -> {
                payloads.write(recording, facts, announcementNs, skipBad, summary, err(), late);
                return true;
            });
        }
        return ExitStatus.OK.code();
    }

    private Path capture(String text) {
        Path file = Path.of(text);
        if (UserPath.same(file, out)) {
            throw Problem.of("--out")
                    .value(out)
                    .fault("is one of the captures")
                    .expected("another file")
                    .exception();
        }
        return file;
    }

    private Stream<String> given() {
        return commandLine().getParseResult().matchedOptions().stream().map(OptionSpec::longestName);
    }

    private void requireNoOptionOfTickFiles() {
        given().filter(name -> !OF_PAYLOADS.contains(name)).findFirst().ifPresent(name -> {
            throw Problem.of(name)
                    .fault("applies to tick files only")
                    .expected("no --payload, or no " + name)
                    .exception();
        });
    }

    private long announcementNs(long firstNs) {
        return announcement.isBlank()
                ? 0
                : ProblemException.under("--announcement", () -> new RecordingTime(0, firstNs).parse(announcement));
    }

    private void importAll(
            List<TickSource> sources,
            InstrumentSizes facts,
            BadRows badRows,
            RowSpool spool,
            OutputFile recording,
            DelayedProgress progress,
            Runnable goOn) {
        long firstNs = ImportCheck.firstTickNs(sources).orElse(0);
        long announcementNs = announcementNs(firstNs);
        RecordingWindow window = new RecordingTime(announcementNs, firstNs).between(from, to);
        ImportCheck survey = new ImportCheck(badRows, spool, rows -> {
            progress.rows("checking", rows);
            goOn.run();
        });
        List<ImportCheck.SourceCounts> findings = survey.read(sources, window);
        survey.requireSound(skipBad, out, err());
        RecordingImport quotes = new RecordingImport(findings, quantity, sourceOptions.settings());
        quotes.notes().forEach(err()::println);
        err().flush();
        quotes.write(recording, facts, announcementNs, rows -> progress.rows("writing", rows));
        new ImportSummary(output()).print(findings, badRows.count(), out);
    }

    /** Refuses a bad-row file that is also an input or {@code --out}, because it is written while the inputs are read. */
    private void requireOther(Path list) {
        UserPath.output(list);
        boolean taken = UserPath.same(list, out)
                || files.stream()
                        .map(SourcePlanner.Argument::parse)
                        .map(SourcePlanner.Argument::file)
                        .anyMatch(file -> UserPath.same(list, file));
        if (taken) {
            throw Problem.of("--bad-rows")
                    .value(list)
                    .fault("is also given as a file or as --out")
                    .exception();
        }
    }

    private PrintWriter err() {
        return commandLine().getErr();
    }

    /**
     * Writes the quotes found by {@link ImportCheck} in time order. Writes the complete recording or no file. Sides without a
     * quantity get one, because receivers read 0 as nothing available.
     */
    private static final class RecordingImport {
        /** In units of the base currency; typical for a top of book. */
        private static final long DEFAULT_QUANTITY = 1_000_000;

        /** Smaller quantities of currency pairs are unusual. Those of metals are ounces. */
        private static final long SMALL_QUANTITY = 1_000;

        private static final String METAL = "(?i)X(AU|AG|PT|PD).*";
        private static final long YEAR_2000_NS = TimeUnit.SECONDS.toNanos(946_684_800);

        private final List<ImportCheck.SourceCounts> findings;
        private final Optional<Long> quantity;
        private final SourceSettings settings;
        private final IdAssignment directory = new IdAssignment();

        /**
         * Assigns ids to instruments and venues with quotes, in order of the arguments.
         *
         * @param quantity quantity of sides without one, in units of the base currency; if given, it also replaces 0
         */
        RecordingImport(List<ImportCheck.SourceCounts> findings, Optional<Long> quantity, SourceSettings settings) {
            this.findings = findings;
            this.quantity = quantity;
            this.settings = settings;
            for (ImportCheck.SourceCounts found : findings) {
                found.quotes().keySet().forEach(directory::addInstrument);
                if (found.total() > 0) {
                    directory.addVenue(found.source().venue());
                }
            }
        }

        /** Writes the recording. Throws a {@code ProblemException} after Ctrl-C. */
        void write(OutputFile out, InstrumentSizes facts, long announcementNs, LongConsumer progress) {
            List<Instrument> instruments = directory.instruments(facts, Map.of());
            try (Interruption interruption = new Interruption();
                    RecordingWriter writer = RecordingWriter.create(
                            out, instruments, directory.venues(), announcementNs, addedQuantity())) {
                try (Merge merge = new Merge(findings)) {
                    for (Row next = merge.next(); next != null; next = merge.next()) {
                        interruption.checkInterrupted();
                        writer.append(quote(next, merge.source().venue()));
                        progress.accept(writer.count());
                    }
                } catch (IOException e) {
                    writer.discard();
                    throw new UncheckedIOException(e);
                } catch (RuntimeException e) {
                    writer.discard();
                    throw e;
                }
            }
        }

        private RecordedQuote quote(Row row, String venue) {
            return new RecordedQuote(
                    row.venueTimeNs(),
                    Objects.requireNonNull(directory.instrument(row.symbol())),
                    Objects.requireNonNull(directory.venue(venue)),
                    row.bid(),
                    row.ask(),
                    quantity(row.bid(), row.bidQuantity()),
                    quantity(row.ask(), row.askQuantity()));
        }

        private long quantity(long price, long said) {
            if (said == Row.NO_QUANTITY) {
                return price == Price.NONE ? 0 : quantity.orElse(DEFAULT_QUANTITY);
            }
            return said == 0 && price != Price.NONE ? quantity.orElse(0L) : said;
        }

        /** Returns the quantity given to sides that need one; 0 if none does. */
        private long addedQuantity() {
            return changedSides() > 0 ? quantity.orElse(DEFAULT_QUANTITY) : 0;
        }

        private long changedSides() {
            return sum(ImportCheck.SourceCounts::unsaid)
                    + (quantity.isPresent() ? sum(ImportCheck.SourceCounts::zero) : 0);
        }

        private long sum(ToLongFunction<ImportCheck.SourceCounts> count) {
            return findings.stream().mapToLong(count).sum();
        }

        /** Returns notes on absent, rounded and zero values. */
        List<String> notes() {
            List<String> notes = new ArrayList<>();
            long nulls = sum(ImportCheck.SourceCounts::nulls);
            if (nulls > 0) {
                notes.add("note: "
                        + CountText.of(
                                nulls, "price or quantity in the files is", "prices or quantities in the files are")
                        + " NULL, \\N or NA, read as empty");
            }
            long rounded = sum(ImportCheck.SourceCounts::rounded);
            if (rounded > 0) {
                notes.add("note: "
                        + CountText.of(
                                rounded,
                                "quantity in the files has a fraction and is",
                                "quantities in the files have a fraction and are")
                        + " rounded to units of the base currency; --quantity-unit 1000000 reads millions");
            }
            List<Path> small = findings.stream()
                    .filter(this::isSmall)
                    .map(found -> found.source().file())
                    .toList();
            if (!small.isEmpty()) {
                notes.add("note: all quantities of " + names(small)
                        + " are below 1,000 of the base currency; --quantity-unit 1000000 reads millions");
            }
            List<Path> early = findings.stream()
                    .filter(this::isEarly)
                    .map(found -> found.source().file())
                    .toList();
            if (!early.isEmpty()) {
                notes.add("note: times of " + names(early) + " are read as since 1970 and are before 2000;"
                        + " PostgreSQL and kdb+ count from 2000, Cocoa from 2001");
            }
            quantityNote().ifPresent(notes::add);
            return notes;
        }

        private static String names(List<Path> files) {
            return Printable.text(files.get(0).toString(), 200)
                    + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " more");
        }

        /** Returns true if the times of a text are detected as numbers since 1970 and can count from 2000. */
        private boolean isEarly(ImportCheck.SourceCounts found) {
            boolean epoch = found.source()
                    .layout()
                    .filter(layout -> layout.timeFormat().startsWith("epoch"))
                    .isPresent();
            return epoch && settings.csv().timeFormat().isEmpty() && found.firstNs() < YEAR_2000_NS;
        }

        /** Returns true if the quantities of a text are read in units, and can be millions. */
        private boolean isSmall(ImportCheck.SourceCounts found) {
            boolean inUnits = settings.quantityUnit().isEmpty()
                    && found.quotes().keySet().stream().anyMatch(symbol -> !symbol.matches(METAL))
                    && found.source()
                            .layout()
                            .filter(layout -> layout.quantityUnit().compareTo(BigDecimal.ONE) == 0)
                            .isPresent();
            return inUnits && found.rounded() == 0 && found.largest() > 0 && found.largest() < SMALL_QUANTITY;
        }

        private Optional<String> quantityNote() {
            long sides = changedSides();
            long zero = sum(ImportCheck.SourceCounts::zero);
            if (sides > 0) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "note: %s no quantity in the files and get%s %,d of the base currency%s",
                        CountText.of(sides, "side has", "sides have"),
                        sides == 1 ? "s" : "",
                        addedQuantity(),
                        quantity.isPresent() ? "" : "; --quantity N sets another"));
            }
            return zero == 0
                    ? Optional.empty()
                    : Optional.of("note: "
                            + CountText.of(zero, "side keeps", "sides keep")
                            + " the quantity 0 of the files; for an application that passes it on,"
                            + " 271=0 means no price; --quantity N replaces it");
        }
    }
}
