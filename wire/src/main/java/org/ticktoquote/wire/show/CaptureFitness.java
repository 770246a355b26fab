package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.run.CaptureFindings;
import org.ticktoquote.wire.run.CapturePass;

/** Verdict on whether a capture is fit to measure with, and the reasons. */
final class CaptureFitness {
    private static final String VERDICT_COLUMNS =
            "capture verdict from to stamps frames udp tcp connections ticks fixMessages";

    private final CapturePass pass;
    private final StreamTable found;
    private final List<CaptureFindings.Point> points;

    CaptureFitness(CapturePass pass, StreamTable found) {
        this.pass = pass;
        this.found = found;
        CaptureFindings findings = new CaptureFindings(pass);
        String cause = pass.counts.cutFrames > 0
                ? "frames are cut; capture with -s 0"
                : "the network or the mirror lost them; use -B 65536";
        long missing = found.feeds.missing;
        findings.add(CaptureFindings.level(missing, found.ticks), "feed-gaps", missing, cause);
        findings.add("feed-copies", found.feeds.repeated);
        findings.add("feed-overtaken", found.feeds.overtaken);
        findings.add("tls", found.encrypted);
        findings.add("unreadable", found.unreadable);
        boolean isEmpty = pass.fromNs == Frame.NO_TIME;
        findings.add("empty", isEmpty ? 1 : 0);
        findings.add("nothing", !isEmpty && found.ticks == 0 && found.fixMessages == 0 ? 1 : 0);
        points = findings.points.stream()
                .sorted(Comparator.comparing(CaptureFindings.Point::level).reversed())
                .toList();
    }

    boolean isFit() {
        return points.get(0).level() != CaptureFindings.Level.NOT_FIT;
    }

    /** Prints the verdict, and one line per fact, the worst first. */
    void print(String capture, PrintWriter out) {
        PacketCounts packets = pass.packets.counts;
        boolean isTimed = pass.fromNs != Frame.NO_TIME;
        out.print(TerminalText.line(capture) + ": " + points.get(0).level().verdict + "\n");
        out.print(CountText.of(pass.counts.frames, "frame")
                + (isTimed ? " from " + Rows.moment(pass.fromNs) + " to " + Rows.moment(pass.toNs) : "")
                + String.format(Locale.ROOT, ": %,d UDP, %,d TCP in ", packets.udp, packets.tcp)
                + CountText.of(pass.streams.counts.connections, "connection") + "; " + CountText.of(found.ticks, "tick")
                + " and " + CountText.of(found.fixMessages, "FIX message") + "\n");
        points.forEach(point -> out.print(point.level().word + ": " + point.text() + "\n"));
    }

    /** Prints the same as JSON rows. */
    void printJson(String capture, PrintWriter out) {
        PacketCounts packets = pass.packets.counts;
        Rows verdict = new Rows(ListForm.JSONL, out, "fitness", VERDICT_COLUMNS);
        verdict.add(capture, points.get(0).level().verdict, Rows.time(pass.fromNs), Rows.time(pass.toNs));
        verdict.add(pass.stamps.report().format.text(), pass.counts.frames, packets.udp, packets.tcp);
        verdict.add(pass.streams.counts.connections, found.ticks, found.fixMessages);
        Rows rows = new Rows(ListForm.JSONL, out, "point", "level name count text");
        points.forEach(point -> rows.add(point.level().word, point.name(), point.count(), point.text()));
    }
}
