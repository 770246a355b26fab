package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.recording.Recording;

/** What was imported, for people: a line for each format, instrument and venue, and what became of it. */
record ImportSummary(List<SourceFindings> findings, long badRows) {
    private static final String FORM = "%-9s %-16s %-16s %8s %14s%n";

    private record Key(Format format, String symbol, String venue) {}

    private record Sum(long files, long quotes) {
        Sum plus(Sum other) {
            return new Sum(files + other.files, quotes + other.quotes);
        }
    }

    void print(PrintWriter to, Path out) {
        to.printf(Locale.ROOT, FORM, "format", "instrument", "venue", "files", "quotes");
        sums().forEach((key, sum) -> to.printf(
                Locale.ROOT,
                FORM,
                key.format().text(),
                key.symbol(),
                key.venue(),
                String.format(Locale.ROOT, "%,d", sum.files()),
                sum.quotes() == 0 ? "none" : String.format(Locale.ROOT, "%,d", sum.quotes())));
        long rows = findings.stream().mapToLong(SourceFindings::rows).sum();
        long quotes = findings.stream().mapToLong(SourceFindings::total).sum();
        long others = findings.stream().mapToLong(SourceFindings::others).sum();
        to.printf(
                Locale.ROOT,
                "%s imported, %,d outside the window, %s skipped%s%n",
                Counted.of(quotes, "quote"),
                rows - quotes,
                Counted.of(badRows, "bad row"),
                others == 0 ? "" : ", " + Counted.of(others, "row") + " without a price passed over");
        try (Recording recording = Recording.open(out)) {
            to.printf(
                    Locale.ROOT,
                    "%s: %s .. %s, sha256 %s%n",
                    out,
                    RecordingTime.format(recording.venueTimeNs(0)),
                    RecordingTime.format(recording.venueTimeNs(recording.count() - 1)),
                    recording.sha256());
        }
        to.flush();
    }

    /** Files without a quote in the window appear under the symbol they would have had. */
    private Map<Key, Sum> sums() {
        Map<Key, Sum> sums = new LinkedHashMap<>();
        for (SourceFindings found : findings) {
            TickSource source = found.source();
            Map<String, Long> quotes =
                    found.quotes().isEmpty() ? Map.of(source.symbol().orElse("-"), 0L) : found.quotes();
            quotes.forEach((symbol, count) ->
                    sums.merge(new Key(source.format(), symbol, source.venue()), new Sum(1, count), Sum::plus));
        }
        return sums;
    }
}
