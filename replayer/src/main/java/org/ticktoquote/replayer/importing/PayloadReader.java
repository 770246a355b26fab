package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.payload.Rewriting;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.packet.Packets;

/**
 * Reads the payloads of the declared lines from captures, in time order and without repeated copies. Each capture is read
 * from start to end. Not thread-safe.
 */
final class PayloadReader implements AutoCloseable {
    private static final int MAX_ADDRESSES = 1_000;

    private final PayloadDeclaration declaration;
    private final QuoteSource quotes;
    private final BadRows bad;
    private final Map<InetSocketAddress, Integer> lines;
    private final Rewriting rewriting;
    private final List<CaptureFile> captures = new ArrayList<>();
    private final List<LineCounts> findings;
    private final Map<InetSocketAddress, Long> otherAddresses = new HashMap<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer();

    /**
     * Payload of a declared line with its quotes.
     *
     * @param quotes zero or more; without a decoder, at most one, without prices
     */
    record Payload(RecordedPayload recorded, List<QuoteSource.Quote> quotes) {
        Payload {
            quotes = List.copyOf(quotes);
        }
    }

    PayloadReader(PayloadInput input, QuoteSource quotes, BadRows bad) {
        this.declaration = input.declaration();
        this.quotes = quotes;
        this.bad = bad;
        this.lines = declaration.byAddress();
        this.rewriting = declaration.rewriting();
        this.findings = Stream.generate(LineCounts::new)
                .limit(declaration.lines().size())
                .toList();
        try {
            input.captures().forEach(file -> captures.add(CaptureFile.open(file)));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns the next payload; null after the last. */
    @Nullable
    Payload next() {
        for (CaptureFile capture = earliest(); capture != null; capture = earliest()) {
            CaptureFile.Datagram datagram = capture.next();
            capture.move();
            Payload taken = datagram == null ? null : take(capture.file(), datagram);
            if (taken != null) {
                return taken;
            }
        }
        return null;
    }

    private @Nullable CaptureFile earliest() {
        CaptureFile earliest = null;
        long earliestNs = Long.MAX_VALUE;
        for (CaptureFile each : captures) {
            CaptureFile.Datagram next = each.next();
            if (next != null && (earliest == null || next.timeNs() < earliestNs)) {
                earliest = each;
                earliestNs = next.timeNs();
            }
        }
        return earliest;
    }

    /** Returns the payload of a datagram; null if it belongs to no line, is bad, or is a copy. */
    @Nullable
    Payload take(Path file, CaptureFile.Datagram datagram) {
        Integer line = lines.get(datagram.to());
        if (line == null) {
            countOther(datagram.to());
            return null;
        }
        try {
            return take(datagram, line, Problem.Place.atByte(file, datagram.at()));
        } catch (BadValue fault) {
            bad.accept(fault.problem().at(Problem.Place.atByte(file, datagram.at())));
            return null;
        }
    }

    private void countOther(InetSocketAddress address) {
        if (otherAddresses.containsKey(address) || otherAddresses.size() < MAX_ADDRESSES) {
            otherAddresses.merge(address, 1L, Long::sum);
        }
    }

    /** Returns the payload; null if it is a copy of an earlier one. */
    private @Nullable Payload take(CaptureFile.Datagram datagram, int line, Problem.Place place) throws BadValue {
        requireWhole(datagram);
        ByteBuffer bytes = datagram.payload();
        int length = bytes.limit();
        buffer.wrap(bytes);
        LineCounts found = findings.get(line);
        PayloadDeclaration.Sequence sequence = declaration.sequence();
        long number = RecordedPayload.NO_SEQUENCE;
        if (sequence != null && sequence.within(length)) {
            number = sequence.read(buffer, 0, length);
            if (!found.accept(number, sequence.step(buffer, 0, length), datagram.to())) {
                return null;
            }
        }
        List<QuoteSource.Quote> carried = quotes.of(line, buffer, length, place);
        requireRoom(carried.size(), length);
        found.payloads++;
        found.ticks += carried.size();
        return new Payload(new RecordedPayload(datagram.timeNs(), line, number, bytes), carried);
    }

    private static void requireWhole(CaptureFile.Datagram datagram) throws BadValue {
        if (!datagram.timed()) {
            throw new BadValue("payload", "without a time", "", "a time of its capture");
        }
        if (datagram.late()) {
            throw new BadValue("payload", "late", "", "a payload captured at most a second out of order");
        }
        if (datagram.payload().limit() == 0) {
            throw new BadValue("payload", "0 bytes", "", "1 or more: an empty datagram cannot be replayed");
        }
        if (datagram.cut() > 0) {
            throw new BadValue("payload", datagram.cut() + " bytes missing", "", "a capture of whole packets");
        }
    }

    private void requireRoom(int ticks, int length) throws BadValue {
        if (!rewriting.fits(buffer, 0, length)) {
            throw new BadValue("payload", length + " bytes", "", "room for the rewritten fields");
        }
        if (ticks > 1 && rewriting.writesTick(buffer, 0, length)) {
            throw new BadValue(
                    "payload", ticks + " ticks", "", "one, because a replay writes the tick's number into the payload");
        }
    }

    /** Returns the counts by line index. */
    List<LineCounts> findings() {
        return findings;
    }

    /** Returns the number of payloads to each undeclared address, for the first {@value #MAX_ADDRESSES} addresses. */
    Map<InetSocketAddress, Long> otherAddresses() {
        return otherAddresses;
    }

    /** Returns notes on the captures and on payloads without ticks. */
    List<String> notes() {
        List<String> notes =
                new ArrayList<>(captures.stream().flatMap(CaptureFile::notes).toList());
        for (int line = 0; line < findings.size(); line++) {
            long again = findings.get(line).repeatedByOneCopy();
            if (again > 0) {
                notes.add(String.format(
                        Locale.ROOT,
                        "note: line %s: %s left out: their address had already sent these numbers. If the"
                                + " numbers restart there, import the parts separately (--from, --to)",
                        declaration.lines().get(line).name(),
                        CountText.of(again, "payload")));
            }
        }
        notes.addAll(quotes.notes());
        return notes;
    }

    @Override
    public void close() {
        captures.forEach(CaptureFile::close);
    }

    /** Capture, positioned at its next datagram. */
    static final class CaptureFile implements AutoCloseable {
        private final Path file;
        private final CaptureReader reader;
        private final Packets packets = new Packets(this::take);
        private @Nullable Datagram next;
        private long frameAt;
        private long late;

        /**
         * UDP datagram.
         *
         * @param at byte offset of its frame's record, or of its last fragment's record, in the decompressed file
         * @param timeNs capture time, or {@link Frame#NO_TIME}
         * @param late true if it is too far out of order to be sorted
         * @param payload content from 0 to its limit; read-only
         * @param cut number of payload bytes missing in the capture
         */
        record Datagram(long at, long timeNs, boolean late, InetSocketAddress to, ByteBuffer payload, int cut) {
            /** Copies the datagram of a packet. */
            static Datagram of(Packet packet, long at, boolean late) {
                byte[] payload = new byte[packet.length];
                packet.buffer.getBytes(packet.offset, payload);
                return new Datagram(
                        at,
                        packet.timeNs,
                        late,
                        packet.to.socket(),
                        ByteBuffer.wrap(payload).asReadOnlyBuffer(),
                        packet.wireLength - packet.length);
            }

            boolean timed() {
                return timeNs != Frame.NO_TIME;
            }
        }

        private CaptureFile(Path file, CaptureReader reader) {
            this.file = file;
            this.reader = reader;
        }

        static CaptureFile open(Path file) {
            CaptureFile opened = new CaptureFile(file, new CaptureReader(List.of(UserPath.regularInput(file))));
            try {
                opened.move();
                return opened;
            } catch (RuntimeException e) {
                opened.close();
                throw e;
            }
        }

        Path file() {
            return file;
        }

        /** Returns the next datagram; null after the last. */
        @Nullable
        Datagram next() {
            return next;
        }

        void move() {
            next = null;
            boolean more = true;
            while (next == null && more) {
                late = reader.counts.late;
                more = reader.advance(this::take);
            }
        }

        private void take(Frame frame) {
            frameAt = frame.at;
            packets.frame(frame);
        }

        private void take(Packet packet) {
            if (packet.protocol == Packet.UDP) {
                next = Datagram.of(packet, frameAt, reader.counts.late > late);
            }
        }

        /** Returns notes on the capture, after it has been read to its end. */
        Stream<String> notes() {
            PacketCounts counts = packets.counts;
            Stream<Optional<String>> tunnels = counts.unopened.entrySet().stream()
                    .map(each -> note(
                            each.getValue().get(),
                            "frames in " + each.getKey()
                                    + ", which are not decapsulated and not read; capture"
                                    + " after decapsulation"));
            return Stream.concat(others(counts), tunnels).flatMap(Optional::stream);
        }

        private Stream<Optional<String>> others(PacketCounts counts) {
            CaptureCounts frames = reader.counts;
            return Stream.of(
                    frames.cuts.stream().findFirst().map(cut -> "note: " + cut),
                    note(counts.incomplete, "IP packets with missing fragments"),
                    note(counts.malformed + counts.headless, "frames whose headers contradict each other"),
                    note(
                            counts.otherLinks,
                            "frames of unsupported interfaces; Ethernet, cooked, loopback and raw are supported"),
                    note(counts.duplicates, "datagrams that were captured twice and are used once"));
        }

        private Optional<String> note(long count, String what) {
            return count == 0
                    ? Optional.empty()
                    : Optional.of(String.format(Locale.ROOT, "note: %s: %,d %s", file, count, what));
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
