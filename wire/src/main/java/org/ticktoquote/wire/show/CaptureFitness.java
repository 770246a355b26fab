package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.StampReport;
import org.ticktoquote.wire.stream.StreamCounts;

/** Judges whether a capture is fit to measure with, and why not. */
final class CaptureFitness {
    /** Oscillators of hosts and switches are within it. */
    private static final double USUAL_DRIFT_PPM = 50;

    /** Of the bytes of streams, and of the ticks of feeds. What is left then is no fair sample: loss comes with load. */
    private static final double MOST_MISSING = 0.1;

    /** Name of a fact | what is counted | what about it, what it means, and what to do at the capture. */
    private static final String TEXTS = """
            drops | frame | dropped by the capturing program, by its own count: their messages are missing; use -B 65536 \
            and a faster disk, or mirror less
            snaplen | frame | cut to %,d bytes or less: messages in the rest have no time and are excluded; capture with -s 0
            bad-fractions | frame | with a fraction of a second that is a second or more: the file is damaged there, and they are \
            not used; capture again
            untimed | frame | without a time, not used; capture with a tool that stamps every frame
            late | frame | more than 1 s behind later ones, not sorted: the clock was set back, or files overlap; keep the \
            clock from stepping while you capture
            reordered | frame | behind later ones, sorted: several queues wrote them
            stamps-cut | frame | cut before the switch's stamp, not used; capture with -s 0
            stamps-impossible | frame | with an impossible stamp, not used; synchronise the switch before you capture
            stamps-unplaced | frame | with ticks that no key frame places in time, not used; let one key frame a second reach \
            the capture
            stamps-degraded | frame | stamped while the switch was not synchronised; synchronise it before you capture
            stamps-missing | frame | without a stamp, as the switch's own are; not used
            stamps-backward | stamp | earlier than the one before, by %.3f us at most
            duplicates | packet | captured more than once, the first one counts: points of the network are mixed; mirror one \
            direction only, or capture one interface instead of -i any
            alike | packet | like one shortly before, kept: a sender may have sent both
            offload | segment | longer than 1,500 bytes: all messages in one have the same time; ethtool -K INTERFACE gro off \
            lro off (and tso off gso off on the sending host), or use a mirror port
            headless | frame | cut within the headers, not used; capture with -s 0
            malformed | frame | with headers that contradict each other, not used
            fragments | packet | with missing fragments, not used; use -B 65536, and a smaller MTU at the sender
            link-types | frame | of an unknown kind, not used (link types in the capture: %s); capture an Ethernet interface
            tunnels | frame | in tunnels, opened: %s
            tunnels-closed | frame | in tunnels that cannot be opened, not used: %s; capture where they end
            other | frame | with neither TCP nor UDP, such as ARP
            holes | gap | in TCP streams, %,d bytes of %,d: messages in them have no time and are excluded; the mirror or the \
            capture lost them, so mirror less and use -B 65536 -s 0
            conflicts | retransmission | with other bytes than before: the first ones count; look for a middlebox, or for two \
            captures in one
            forgotten | connection | forgotten because there were too many at once; capture fewer ports
            retransmissions | retransmission | of TCP; the first transmission counts
            out-of-order | TCP segment | ahead of earlier ones, put in order
            midstream | connection | that began before the capture
            one-directional | connection | of which one direction is in the capture: a loss is noticed later there
            unlisted | connection | not in the list of streams
            feed-gaps | tick | that the feeds counted and the capture lacks: the network or the mirror lost them; use -B 65536
            feed-copies | tick | that came again, as on a second line; the first one counts
            feed-overtaken | tick | behind later ones of its feed
            tls | connection | encrypted by TLS, which cannot be read; capture behind the end of TLS
            """;

    private static final Map<String, String[]> BY_NAME = TEXTS.lines()
            .map(line -> line.split(" \\| ", 3))
            .collect(Collectors.toUnmodifiableMap(parts -> parts[0], parts -> parts));

    private final CapturePass pass;
    private final Conversations found;
    private final List<Point> points = new ArrayList<>();

    /** What a fact, or all of them, mean for a measurement. */
    enum Verdict {
        FIT("fit", "note"),
        RESERVED("fit with reservations", "reservation"),
        UNFIT("not fit", "not fit");

        private final String words;
        private final String level;

        Verdict(String words, String level) {
            this.words = words;
            this.level = level;
        }
    }

    private record Point(Verdict level, String name, long count, String text) {}

    CaptureFitness(CapturePass pass, Conversations found) {
        this.pass = pass;
        this.found = found;
        capture(pass.counts);
        stamps(pass.stamps.report());
        packets(pass.packets.counts());
        streams(pass.streams.counts());
        messages();
        points.sort(Comparator.comparing(Point::level).reversed());
    }

    private void reservation(String name, long count, Object... values) {
        add(Verdict.RESERVED, name, count, values);
    }

    private void note(String name, long count, Object... values) {
        add(Verdict.FIT, name, count, values);
    }

    private void add(Verdict level, String name, long count, Object... values) {
        String[] parts = Objects.requireNonNull(BY_NAME.get(name), name);
        if (count > 0) {
            add(level, name, count, Counted.of(count, parts[1]) + " " + String.format(Locale.ROOT, parts[2], values));
        }
    }

    private void add(Verdict level, String name, long count, String text) {
        points.add(new Point(level, name, count, TerminalText.line(text)));
    }

    private static Verdict level(long missing, long there) {
        return missing > MOST_MISSING * (missing + there) ? Verdict.UNFIT : Verdict.RESERVED;
    }

    private void capture(CaptureCounts counts) {
        pass.damage.ifPresent(damage -> add(
                Verdict.UNFIT,
                "damage",
                1,
                damage.getMessage() + "; only what stands before it is read, so capture again"));
        for (CaptureCounts.Cut cut : counts.cuts) {
            String place = cut.file() + " ends within the record at byte " + cut.at();
            String advice = ": the last frames are missing; end the capture with Ctrl-C and wait for it";
            add(Verdict.RESERVED, "cut-file", 1, place + advice);
        }
        reservation("drops", counts.drops);
        reservation("snaplen", counts.cutFrames, pass.longestCut);
        reservation("bad-fractions", counts.badFractions);
        reservation("untimed", counts.untimed - counts.badFractions);
        reservation("late", counts.late);
        note("reordered", counts.reordered);
    }

    private void stamps(StampReport stamps) {
        add(Verdict.FIT, "stamps", stamps.placed, "times: " + stamps.reason);
        stamps.steps.forEach(step -> step(step, stamps.breaks().contains(step)));
        long further = stamps.stepCount - stamps.steps.size();
        if (further > 0) {
            add(
                    stamps.breaks().isEmpty() ? Verdict.FIT : Verdict.UNFIT,
                    "step",
                    further,
                    Counted.of(further, "further step"));
        }
        stamps.clocks.ifPresent(this::clocks);
        reservation("stamps-cut", stamps.cut);
        reservation("stamps-impossible", stamps.disagreeing);
        reservation("stamps-unplaced", stamps.unplaced);
        reservation("stamps-degraded", stamps.degraded);
        note("stamps-missing", stamps.format == StampFormat.KERNEL ? 0 : stamps.unstamped);
        note("stamps-backward", stamps.backward, stamps.largestBackwardNs / 1e3);
    }

    private void step(StampReport.Step step, boolean breaks) {
        boolean isCapture = step.kind() == StampReport.Kind.AGAINST_CAPTURE;
        String text = String.format(
                Locale.ROOT,
                "frame %d at %s: the switch's clock steps by %+.3f us%s: latencies across it are %s",
                step.number(),
                Rows.moment(step.timeNs()),
                step.sizeNs() / 1e3,
                isCapture ? " against the capture's" : "",
                breaks ? "wrong; measure what is before it and after it by itself (editcap -A, -B)" : "right");
        add(breaks ? Verdict.UNFIT : Verdict.FIT, "step", 1, text);
    }

    private void clocks(StampReport.Clocks clocks) {
        double drift = clocks.driftPpm().orElse(0);
        boolean isUsual = Math.abs(drift) <= USUAL_DRIFT_PPM;
        String text = String.format(
                Locale.ROOT,
                "the switch's clock minus the capture's: %+.3f us, drift %+.3f ppm over %.1f s%s",
                clocks.offsetNs() / 1e3,
                drift,
                clocks.spanNs() / 1e9,
                isUsual
                        ? "; no latency has it in it"
                        : ": where it is the switch that runs wrong, latencies are wrong by as much; synchronise it");
        add(isUsual ? Verdict.FIT : Verdict.RESERVED, "clocks", 1, text);
    }

    private void packets(PacketCounts packets) {
        long closed = sum(packets.unopened);
        reservation("duplicates", packets.duplicates);
        note("alike", packets.alike);
        reservation("offload", packets.offloaded);
        reservation("headless", packets.headless);
        reservation("malformed", packets.malformed);
        reservation("fragments", packets.incomplete);
        String kinds = pass.linkTypes.stream().mapToObj(String::valueOf).collect(Collectors.joining(", "));
        reservation("link-types", packets.otherLinks, kinds);
        note("tunnels", sum(packets.opened), named(packets.opened));
        reservation("tunnels-closed", closed, named(packets.unopened));
        note("other", packets.otherProtocols - closed);
    }

    private static long sum(Map<String, MutableLong> counts) {
        return counts.values().stream().mapToLong(MutableLong::get).sum();
    }

    private static String named(Map<String, MutableLong> counts) {
        return counts.entrySet().stream()
                .map(each -> String.format(
                        Locale.ROOT, "%s %,d", each.getKey(), each.getValue().get()))
                .collect(Collectors.joining(", "));
    }

    private void streams(StreamCounts streams) {
        long all = streams.bytes + streams.holeBytes;
        add(level(streams.holeBytes, streams.bytes), "holes", streams.holes, streams.holeBytes, all);
        reservation("conflicts", streams.conflicts);
        reservation("forgotten", streams.forgotten);
        note("retransmissions", streams.retransmissions);
        note("out-of-order", streams.outOfOrder);
        note("midstream", streams.connections - streams.connectionsFromStart);
        note("one-directional", streams.oneDirectional);
        note("unlisted", streams.connections - Conversations.MOST);
    }

    private void messages() {
        add(level(found.feeds.missing(), found.ticks), "feed-gaps", found.feeds.missing());
        note("feed-copies", found.feeds.repeated());
        note("feed-overtaken", found.feeds.overtaken());
        reservation("tls", found.encrypted);
        if (pass.fromNs == Frame.NO_TIME) {
            add(Verdict.UNFIT, "empty", 1, "no frame has a time: there is nothing to measure");
        } else if (found.ticks == 0 && found.fixMessages == 0) {
            String text =
                    "neither a FIX message nor a tick of a feed can be read: there is nothing to measure; see below what"
                            + " the streams carry, and look where you capture";
            add(Verdict.UNFIT, "nothing", 1, text);
        }
    }

    Verdict verdict() {
        return points.get(0).level;
    }

    /** Prints the verdict and the facts, the worst first, a line each. */
    void print(String capture, PrintWriter out) {
        out.print(TerminalText.line(capture) + ": " + verdict().words + "\n" + counts() + "\n");
        points.forEach(point -> out.print(point.level.level + ": " + point.text + "\n"));
    }

    private String counts() {
        boolean isTimed = pass.fromNs != Frame.NO_TIME;
        return String.format(
                Locale.ROOT,
                "%s%s: %,d UDP, %,d TCP in %s; %s and %s",
                Counted.of(pass.counts.frames, "frame"),
                isTimed ? " from " + Rows.moment(pass.fromNs) + " to " + Rows.moment(pass.toNs) : "",
                pass.packets.counts().udp,
                pass.packets.counts().tcp,
                Counted.of(pass.streams.counts().connections, "connection"),
                Counted.of(found.ticks, "tick"),
                Counted.of(found.fixMessages, "FIX message"));
    }

    /** The same as rows, for programs. */
    void printJson(String capture, PrintWriter out) {
        Rows verdict = new Rows(
                ListForm.JSONL,
                out,
                "fitness",
                "capture verdict from to stamps frames udp tcp connections ticks fixMessages");
        verdict.text(capture).text(verdict().words).time(pass.fromNs).time(pass.toNs);
        verdict.text(pass.stamps.report().format.text()).count(pass.counts.frames);
        verdict.count(pass.packets.counts().udp).count(pass.packets.counts().tcp);
        verdict.count(pass.streams.counts().connections)
                .count(found.ticks)
                .count(found.fixMessages)
                .end();
        Rows rows = new Rows(ListForm.JSONL, out, "point", "level name count text");
        points.forEach(point -> rows.text(point.level.level)
                .text(point.name)
                .count(point.count)
                .text(point.text)
                .end());
    }
}
