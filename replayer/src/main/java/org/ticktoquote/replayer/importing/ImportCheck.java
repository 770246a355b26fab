package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.recording.RecordingWindow;

/**
 * First pass over all files. Finds all errors and instruments before anything is written, and stores the rows of the window.
 *
 * <p>Opens one file at a time.
 */
final class ImportCheck {
    private final BadRows badRows;
    private final RowSpool spool;
    private final LongConsumer progress;
    private final List<SourceCounts> findings = new ArrayList<>();
    private final List<Problem> damaged = new ArrayList<>();
    private long rowsRead;

    /**
     * Creates a check.
     *
     * @param spool stores the rows of the window for {@link SourceCounts#window}
     * @param progress called occasionally with the number of rows read
     */
    ImportCheck(BadRows badRows, RowSpool spool, LongConsumer progress) {
        this.badRows = badRows;
        this.spool = spool;
        this.progress = progress;
    }

    /**
     * Result of reading a source to its end.
     *
     * @param window function that opens the rows of the window in time order
     * @param rows number of good rows, in or outside the window
     * @param quotes number of good rows in the window, by symbol, in order of appearance
     * @param firstNs time of the first quote in the window; {@link Long#MAX_VALUE} without one
     * @param unsaid sides in the window without a quantity
     * @param zero sides in the window with quantity 0
     * @param largest largest quantity in the window; 0 without quantities
     * @param others rows that are not quotes
     * @param nulls prices and quantities of all rows that are a word such as NULL for an absent value
     * @param rounded quantities of all rows that lost a fraction
     */
    record SourceCounts(
            TickSource source,
            FileAccess.Access<Row.Reader> window,
            long rows,
            Map<String, Long> quotes,
            long firstNs,
            long unsaid,
            long zero,
            long largest,
            long others,
            long nulls,
            long rounded) {
        long total() {
            return quotes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * Returns the earliest time of the sources' first quotes. Ignores bad rows and damaged files, which {@link #read} reports.
     */
    static OptionalLong firstTickNs(List<TickSource> sources) {
        return sources.stream()
                .map(ImportCheck::firstQuote)
                .flatMap(Optional::stream)
                .mapToLong(Row::venueTimeNs)
                .min();
    }

    private static Optional<Row> firstQuote(TickSource source) {
        try (TickSource.Rows rows = source.open(bad -> {})) {
            @Nullable Row row = rows.next();
            while (row != null && row.isEmpty()) {
                row = rows.next();
            }
            return Optional.ofNullable(row);
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    List<SourceCounts> read(List<TickSource> sources, RecordingWindow window) {
        for (TickSource source : sources) {
            try (TickSource.Rows rows = source.open(badRows)) {
                findings.add(read(source, rows, window));
            } catch (IOException e) {
                damaged.add(Problem.of(source.file()).fault(TickContent.damage(e)));
            }
        }
        return findings;
    }

    private SourceCounts read(TickSource source, TickSource.Rows rows, RecordingWindow window) throws IOException {
        Map<String, long[]> counts = new LinkedHashMap<>();
        long begin = spool.rows();
        long count = 0;
        long firstNs = Long.MAX_VALUE;
        long unsaid = 0;
        long zero = 0;
        long largest = 0;
        long others = 0;
        for (@Nullable Row row = rows.next(); row != null; row = rows.next()) {
            progress.accept(++rowsRead);
            if (row.isEmpty()) {
                others++;
                continue;
            }
            count++;
            if (window.contains(row.venueTimeNs())) {
                counts.computeIfAbsent(row.symbol(), first -> new long[1])[0]++;
                firstNs = Math.min(firstNs, row.venueTimeNs());
                unsaid += row.sidesOf(Row.NO_QUANTITY);
                zero += row.sidesOf(0);
                largest = Math.max(largest, Math.max(row.bidQuantity(), row.askQuantity()));
                spool.add(row);
            }
        }
        Map<String, Long> quotes = new LinkedHashMap<>();
        counts.forEach((symbol, quotesOf) -> quotes.put(symbol, quotesOf[0]));
        long end = spool.rows();
        return new SourceCounts(
                source,
                () -> spool.reader(begin, end),
                count,
                quotes,
                firstNs,
                unsaid,
                zero,
                largest,
                others,
                rows.reader().nulls(),
                rows.reader().rounded());
    }

    /**
     * Lists the first bad rows and damaged files. Throws a {@link ProblemException} if the window has no quotes, or for any fault
     * except bad rows that are skipped. A damaged file cannot be skipped, because the size of the missing part is unknown.
     */
    void requireSound(boolean skipBad, Path out, PrintWriter list) {
        badRows.lines().forEach(list::println);
        damaged.stream().limit(BadRows.KEPT).map(Problem::text).forEach(list::println);
        list.flush();
        if (!damaged.isEmpty()) {
            throw refused(out, "damaged or unreadable files: " + damaged.size() + ", listed above");
        }
        if (badRows.count() > 0 && !skipBad) {
            throw refused(
                    out,
                    String.format(
                            Locale.ROOT,
                            "bad rows: %,d, listed above; correct them, or leave them out with --skip-bad",
                            badRows.count()));
        }
        if (findings.stream().allMatch(found -> found.total() == 0)) {
            long rows = findings.stream().mapToLong(SourceCounts::rows).sum();
            throw refused(out, rows == 0 ? "the files hold no quotes" : "no quotes between --from and --to");
        }
    }

    private static ProblemException refused(Path out, String reason) {
        return Problem.of(out).fault("is not written: " + reason).exception(ExitStatus.BAD_INPUT);
    }
}
