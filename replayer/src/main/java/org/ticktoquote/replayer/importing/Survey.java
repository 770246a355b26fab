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
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.recording.RecordingWindow;

/**
 * The reading of all files: every error is found, and every instrument known, before anything is written. The rows of the
 * window are kept until then.
 *
 * <p>One file is open at a time.
 */
final class Survey {
    private final BadRows badRows;
    private final RowSpool spool;
    private final LongConsumer progress;
    private final List<Findings> findings = new ArrayList<>();
    private final List<Problem> damaged = new ArrayList<>();
    private long rowsRead;

    /**
     * Begins a survey.
     *
     * @param spool takes the rows of the window; the findings read them from there
     * @param progress receives now and then how many rows were read
     */
    Survey(BadRows badRows, RowSpool spool, LongConsumer progress) {
        this.badRows = badRows;
        this.spool = spool;
        this.progress = progress;
    }

    /**
     * What reading a source to its end showed.
     *
     * @param window opens the rows of the window in time order
     * @param rows that are good, in the window or not
     * @param quotes of them in the window, by symbol, in order of appearance
     * @param firstNs time of the first quote in the window; without one {@link Long#MAX_VALUE}
     * @param unsaid sides in the window of which the file says no quantity
     * @param zero sides in the window of which it says the quantity 0
     * @param others rows that are no quotes
     */
    record Findings(
            TickSource source,
            TickSource.Opener window,
            long rows,
            Map<String, Long> quotes,
            long firstNs,
            long unsaid,
            long zero,
            long others) {
        long total() {
            return quotes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** The earliest first row of the sources; bad rows and damaged files are left for {@link #read} to report. */
    static OptionalLong firstTickNs(List<TickSource> sources) {
        return sources.stream()
                .map(Survey::firstRow)
                .flatMap(Optional::stream)
                .mapToLong(Row::venueTimeNs)
                .min();
    }

    private static Optional<Row> firstRow(TickSource source) {
        try (TickSource.Rows rows = source.open(bad -> {})) {
            return Optional.ofNullable(rows.next());
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    /** Reads all sources in their order. */
    List<Findings> read(List<TickSource> sources, RecordingWindow window) {
        for (TickSource source : sources) {
            try (TickSource.Rows rows = source.open(badRows)) {
                findings.add(read(source, rows, window));
            } catch (IOException e) {
                damaged.add(Problem.of(source.file()).fault(TickContent.damage(e)));
            }
        }
        return findings;
    }

    private Findings read(TickSource source, TickSource.Rows rows, RecordingWindow window) throws IOException {
        Map<String, long[]> counts = new LinkedHashMap<>();
        long begin = spool.rows();
        long count = 0;
        long firstNs = Long.MAX_VALUE;
        long unsaid = 0;
        long zero = 0;
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
                unsaid += row.sidesOf(Row.UNSAID);
                zero += row.sidesOf(0);
                spool.add(row);
            }
        }
        Map<String, Long> quotes = new LinkedHashMap<>();
        counts.forEach((symbol, quotesOf) -> quotes.put(symbol, quotesOf[0]));
        long end = spool.rows();
        return new Findings(source, () -> spool.reader(begin, end), count, quotes, firstNs, unsaid, zero, others);
    }

    /**
     * Lists what is wrong, and throws a {@link Refusal} unless it is only bad rows that may be skipped. A damaged file is
     * never skipped: nobody could say how much of it is missing.
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
            long rows = findings.stream().mapToLong(Findings::rows).sum();
            throw refused(out, rows == 0 ? "the files hold no quotes" : "no quotes between --from and --to");
        }
    }

    private static Refusal refused(Path out, String reason) {
        return Problem.of(out).fault("is not written: " + reason).refusal(ExitStatus.BAD_INPUT);
    }
}
