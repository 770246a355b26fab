package org.ticktoquote.replayer.importing;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.replayer.payload.PayloadLine;
import org.ticktoquote.replayer.recording.Recording;

/** What was imported of captures, for people: a row a line, and what became of it. */
record PayloadSummary(List<PayloadLine> lines, List<LineFindings> findings, long ticks, long bad) {
    private static final String FORM = "%-16s %14s %14s %14s %14s %9s%n";

    void print(PrintWriter to, Path out) {
        to.printf(Locale.ROOT, FORM, "line", "payloads", "ticks", "copies", "missing", "restarts");
        for (int place = 0; place < lines.size(); place++) {
            LineFindings found = findings.get(place);
            to.printf(
                    Locale.ROOT,
                    FORM,
                    lines.get(place).name(),
                    String.format(Locale.ROOT, "%,d", found.payloads()),
                    String.format(Locale.ROOT, "%,d", found.ticks()),
                    String.format(Locale.ROOT, "%,d", found.numbers().repeated()),
                    String.format(Locale.ROOT, "%,d", found.numbers().missing()),
                    String.format(Locale.ROOT, "%,d", found.numbers().restarts()));
        }
        long all = findings.stream().mapToLong(LineFindings::ticks).sum();
        to.printf(
                Locale.ROOT,
                "%s imported, %,d outside the window, %s skipped%n",
                Counted.of(ticks, "tick"),
                all - ticks,
                Counted.of(bad, "bad payload"));
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
}
