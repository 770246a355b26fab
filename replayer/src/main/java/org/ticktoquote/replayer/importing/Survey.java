package org.ticktoquote.replayer.importing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
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
    private final List<Problem> damaged = new ArrayList<>();
    private long rowsRead;

    /**
     * Begins a survey.
     *
     * @param spool takes the rows of the window; the sources that are found read them from there
     * @param progress receives now and then how many rows were read
     */
    Survey(BadRows badRows, RowSpool spool, LongConsumer progress) {
        this.badRows = badRows;
        this.spool = spool;
        this.progress = progress;
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
        try (GoodRows rows = new GoodRows(source, bad -> {})) {
            return Optional.ofNullable(rows.next());
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    /** Reads all sources in their order. */
    List<SourceFindings> read(List<TickSource> sources, RecordingWindow window) {
        List<SourceFindings> findings = new ArrayList<>();
        for (TickSource source : sources) {
            try (GoodRows rows = new GoodRows(source, badRows)) {
                findings.add(read(source, rows, window));
            } catch (IOException e) {
                damaged.add(Problem.of(source.file()).fault(Damage.reason(e)));
            }
        }
        return findings;
    }

    private SourceFindings read(TickSource source, GoodRows rows, RecordingWindow window) throws IOException {
        Map<String, Long> quotes = new LinkedHashMap<>();
        String symbol = "";
        long same = 0;
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
                if (!row.symbol().equals(symbol)) {
                    count(quotes, symbol, same);
                    symbol = row.symbol();
                    same = 0;
                }
                same++;
                firstNs = Math.min(firstNs, row.venueTimeNs());
                unsaid += row.sidesOf(Row.UNSAID);
                zero += row.sidesOf(0);
                spool.add(row);
            }
        }
        count(quotes, symbol, same);
        long end = spool.rows();
        return new SourceFindings(
                source.inOrder(() -> spool.reader(begin, end)), count, quotes, firstNs, unsaid, zero, others);
    }

    /** Rows of one symbol in a row, as nearly all are. */
    private static void count(Map<String, Long> quotes, String symbol, long rows) {
        if (rows > 0) {
            quotes.merge(symbol, rows, Long::sum);
        }
    }

    /** One for each file that could not be read to its end. */
    List<Problem> damaged() {
        return List.copyOf(damaged);
    }
}
