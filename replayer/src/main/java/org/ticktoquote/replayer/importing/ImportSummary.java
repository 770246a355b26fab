package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.recording.Recording;

/** Prints a table of the imported files, and the totals of rows or payloads. */
final class ImportSummary {
    private static final String FORM = "%-9s %-16s %-16s %8s %14s%n";
    private static final String LINE_FORM = "%-16s %14s %14s %14s %14s %9s%n";
    private final PrintWriter to;

    ImportSummary(PrintWriter to) {
        this.to = to;
    }

    /** Prints a row per format, instrument and venue of tick files. */
    void print(List<ImportCheck.SourceCounts> findings, long badRows, Path out) {
        row(FORM, "format", "instrument", "venue", "files", "quotes");
        sums(findings)
                .forEach((stream, quotesOfFiles) -> row(
                        FORM,
                        stream.format(),
                        stream.symbol(),
                        stream.venue(),
                        number(quotesOfFiles.getCount()),
                        quotesOfFiles.getSum() == 0 ? "none" : number(quotesOfFiles.getSum())));
        long rows = findings.stream().mapToLong(ImportCheck.SourceCounts::rows).sum();
        long quotes =
                findings.stream().mapToLong(ImportCheck.SourceCounts::total).sum();
        long others =
                findings.stream().mapToLong(ImportCheck.SourceCounts::others).sum();
        row(
                "%s imported, %,d outside the window, %s skipped%s%n",
                CountText.of(quotes, "quote"),
                rows - quotes,
                CountText.of(badRows, "bad row"),
                others == 0 ? "" : ", " + CountText.of(others, "row") + " without a price passed over");
        recording(out);
    }

    /** Ticks of one format, instrument and venue, which share a row. */
    private record Stream(String format, String symbol, String venue) {}

    /** Sums the quotes of the files by stream. Lists a file without quotes in the window under its symbol. */
    private static Map<Stream, LongSummaryStatistics> sums(List<ImportCheck.SourceCounts> findings) {
        Map<Stream, LongSummaryStatistics> sums = new LinkedHashMap<>();
        for (ImportCheck.SourceCounts found : findings) {
            TickSource source = found.source();
            Map<String, Long> quotes =
                    found.quotes().isEmpty() ? Map.of(source.symbol().orElse("-"), 0L) : found.quotes();
            quotes.forEach((symbol, count) -> sums.computeIfAbsent(
                            new Stream(source.format().text(), symbol, source.venue()),
                            first -> new LongSummaryStatistics())
                    .accept(count));
        }
        return sums;
    }

    /** Prints a row per payload line. */
    void print(List<PayloadDeclaration.Line> lines, List<LineCounts> findings, long ticks, long bad, Path out) {
        row(LINE_FORM, "line", "payloads", "ticks", "copies", "missing", "restarts");
        for (int place = 0; place < lines.size(); place++) {
            LineCounts found = findings.get(place);
            row(
                    LINE_FORM,
                    lines.get(place).name(),
                    number(found.payloads),
                    number(found.ticks),
                    number(found.repeated()),
                    number(found.missing()),
                    number(found.restarts()));
        }
        long all = findings.stream().mapToLong(line -> line.ticks).sum();
        row(
                "%s imported, %,d outside the window, %s skipped%n",
                CountText.of(ticks, "tick"), all - ticks, CountText.of(bad, "bad payload"));
        recording(out);
    }

    private void recording(Path out) {
        try (Recording recording = Recording.open(out)) {
            row(
                    "%s: %s .. %s, sha256 %s%n",
                    out,
                    RecordingTime.format(recording.venueTimeNs(0)),
                    RecordingTime.format(recording.venueTimeNs(recording.count() - 1)),
                    recording.sha256());
        }
        to.flush();
    }

    private void row(String form, Object... values) {
        to.printf(Locale.ROOT, form, values);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
