package org.ticktoquote.analysis.evidence;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Threads that Shenandoah made wait because they asked for memory faster than it collected. When a cycle ends its log says how
 * long each waited since the report before, and not when: {@code Allocation pacing accrued:}, and a line for each thread,
 * {@code 56 of 260 ms ( 21.6%): io-1} (HotSpot's {@code ShenandoahPacer::print_cycle_on}). Nearly all of it is in the cycle, which a
 * line {@code Trigger: ...} of the same thread begins. Not thread-safe.
 */
final class AllocationPacing {
    private static final String STAMPED = "^\\[(\\d{1,18})ns]\\[\\d{1,18}ns]\\[(\\d{1,18})]\\[gc[^]]*] ";
    private static final Pattern TRIGGER = Pattern.compile(STAMPED + "Trigger(?: \\([^)]*\\))?: .*$");
    private static final Pattern REPORT = Pattern.compile(STAMPED + "Allocation pacing accrued:\\s*$");
    private static final Pattern THREAD =
            Pattern.compile(STAMPED + " *(\\d{1,9}) of +(\\d{1,9}) ms \\( *\\d{1,9}\\.\\d%\\): ([^<].{0,200})$");

    private final Longest<EvidenceInterval> waits = new Longest<>(EvidenceInterval::mostNs);
    private Stamp trigger = Stamp.NONE;
    private Stamp report = Stamp.NONE;

    /** When a thread of the JVM wrote a line. */
    private record Stamp(long atNs, long thread) {
        private static final Stamp NONE = new Stamp(0, -1);

        private static Stamp of(Matcher line) {
            return new Stamp(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)));
        }
    }

    void line(String line) {
        if (line.contains("Trigger")) {
            Matcher begin = TRIGGER.matcher(line);
            trigger = begin.matches() ? Stamp.of(begin) : trigger;
        } else if (line.contains("pacing accrued")) {
            Matcher header = REPORT.matcher(line);
            report = header.matches() ? Stamp.of(header) : report;
        } else if (line.contains(" ms (")) {
            Matcher thread = THREAD.matcher(line);
            if (thread.matches() && report.thread == Stamp.of(thread).thread) {
                add(Long.parseLong(thread.group(3)), Long.parseLong(thread.group(4)), thread.group(5));
            }
        }
    }

    /** All threads of a report have the same period, of which the one that waited the most counts. */
    private void add(long waitedMs, long periodMs, String thread) {
        long fromNs = report.atNs - TimeUnit.MILLISECONDS.toNanos(periodMs);
        if (trigger.thread == report.thread && trigger.atNs < report.atNs) {
            fromNs = Math.max(fromNs, trigger.atNs);
        }
        long mostNs = Math.min(TimeUnit.MILLISECONDS.toNanos(waitedMs), report.atNs - fromNs - 1);
        if (mostNs > 0) {
            String text =
                    thread + " waited " + waitedMs + " ms for memory (allocation pacing), of which nobody knows when";
            waits.add(new EvidenceInterval(fromNs, report.atNs, mostNs, thread, text));
        }
    }

    /** As the log's clock reads. */
    Longest<EvidenceInterval> waits() {
        return waits;
    }
}
