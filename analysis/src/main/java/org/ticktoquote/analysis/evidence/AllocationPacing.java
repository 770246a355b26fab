package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses delays of threads that allocated faster than Shenandoah collected. At the end of a cycle the log reports how
 * long each thread waited since the last report, but not when. {@code Allocation pacing accrued:} is followed by one
 * line per thread, {@code 56 of 260 ms ( 21.6%): io-1} (HotSpot's {@code ShenandoahPacer::print_cycle_on}). The waits
 * can precede the cycle. Not thread-safe.
 */
final class AllocationPacing {
    /** A wait within a longer period can be far from any late tick. It is listed, but no time is attributed to it. */
    private static final long MAX_PERIOD_MS = 2_000;

    private static final String REPORT = "Allocation pacing accrued:";
    private static final String THREAD_MARK = " ms (";
    private static final Pattern THREAD =
            Pattern.compile(" *(\\d{1,9}) of +(\\d{1,9}) ms \\( *\\d{1,9}" + LogLine.POINT + "\\d%\\): ([^<].{0,200})");

    private final LongestElements<EvidenceInterval> waits = new LongestElements<>(EvidenceInterval::mostNs);
    private long reportNs;
    /** Writer of the report; distinguishes two JVMs that write to one file. */
    private long writer = -1;

    void line(String line) {
        if (line.contains(REPORT) || line.contains(THREAD_MARK)) {
            LogLine.of(line).ifPresent(this::line);
        }
    }

    private void line(LogLine line) {
        if (isReport(line.message())) {
            reportNs = line.stampNs();
            writer = line.writer();
        } else if (line.writer() == writer) {
            wait(line.message(), reportNs).ifPresent(waits::add);
        }
    }

    /** Returns whether a message begins a report. */
    static boolean isReport(String message) {
        return message.stripTrailing().equals(REPORT);
    }

    /**
     * Returns the wait reported by a message about one thread, over the period of its report.
     * {@code TickCauses.CauseAmounts} counts only the longest wait of a report.
     */
    static Optional<EvidenceInterval> wait(String message, long reportNs) {
        if (!message.contains(THREAD_MARK)) {
            return Optional.empty();
        }
        Matcher found = THREAD.matcher(message);
        if (!found.matches()) {
            return Optional.empty();
        }
        long waitedMs = Long.parseLong(found.group(1));
        long periodMs = Long.parseLong(found.group(2));
        if (waitedMs == 0 || periodMs == 0) {
            return Optional.empty();
        }
        long periodNs = TimeUnit.MILLISECONDS.toNanos(periodMs);
        long mostNs = periodMs > MAX_PERIOD_MS ? 0 : Math.min(TimeUnit.MILLISECONDS.toNanos(waitedMs), periodNs - 1);
        String thread = found.group(3);
        String text = thread + " waited " + waitedMs + " ms of it for memory (allocation pacing)";
        return Optional.of(new EvidenceInterval(reportNs - periodNs, reportNs, mostNs, thread, text));
    }

    /** Returns the waits on the log's clock. */
    LongestElements<EvidenceInterval> waits() {
        return waits;
    }
}
