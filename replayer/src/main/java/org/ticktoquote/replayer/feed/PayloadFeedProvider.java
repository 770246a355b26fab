package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.payload.Rewriting;
import org.ticktoquote.replayer.recording.QuoteMessage;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Opens {@code payload+udp://HOST:PORT}, which sends the payloads of a recording, one per datagram. The application binds.
 *
 * <p>Options: all {@code udp} options, and {@code lines=NAME@HOST:PORT,...} for lines with other destinations.
 */
public final class PayloadFeedProvider implements FeedProvider {
    private static final String LINES = "lines";

    @Override
    public String scheme() {
        return "payload+udp";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION_UDP;
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        FeedUri parts = UdpSender.parts(uri, LINES);
        Map<String, FeedUri> lines = lineAddresses(uri);
        UdpSender.requireMulticast(
                parts, Stream.concat(Stream.of(parts), lines.values().stream()).toList());
        Map<String, UdpSender> others = new TreeMap<>();
        UdpSender main = UdpSender.open(parts);
        try {
            lines.forEach((line, address) -> others.put(line, UdpSender.open(address)));
        } catch (RuntimeException e) {
            main.close();
            others.values().forEach(UdpSender::close);
            throw e;
        }
        return new PayloadFeed(main, others);
    }

    @Override
    public void check(URI uri) {
        open(uri, FeedListener.NONE).close();
    }

    @Override
    public void requireFit(URI uri, Recording recording) {
        RecordedPayloads payloads = recording.payloads();
        if (payloads == null) {
            throw Problem.of("--feed")
                    .value(uri)
                    .fault(recording.file() + " has no payloads")
                    .expected("a recording of t2q import --payload, or another feed")
                    .exception();
        }
        List<String> names = declaration(payloads).lines().stream()
                .map(PayloadDeclaration.Line::name)
                .toList();
        for (String line : lineAddresses(uri).keySet()) {
            if (!names.contains(line)) {
                throw FeedUri.refused(uri, "has no line '" + line + "': expected some of " + String.join(", ", names));
            }
        }
    }

    static PayloadDeclaration declaration(RecordedPayloads payloads) {
        return PayloadDeclaration.parse("declaration of the payloads", payloads.declaration());
    }

    private static Map<String, FeedUri> lineAddresses(URI uri) {
        FeedUri parts = UdpSender.parts(uri, LINES);
        Map<String, FeedUri> elsewhere = new TreeMap<>();
        String text = parts.option(LINES);
        for (String each : text == null ? new String[0] : text.split(",", -1)) {
            int at = each.indexOf('@');
            int colon = each.lastIndexOf(':');
            if (at < 1 || colon < at + 2) {
                throw FeedUri.refused(uri, "has " + LINES + "=" + text + ": expected NAME@HOST:PORT,...");
            }
            elsewhere.put(each.substring(0, at), parts.withAddress(each.substring(at + 1)));
        }
        return elsewhere;
    }

    /**
     * Sends the payloads of a recording, each as one datagram to the address of its line, rewritten as the recording
     * declares.
     *
     * <p>A session starts with the payloads before the recording's first tick. All quotes of a payload are sent with its
     * first quote. Wall-clock times are monotonic times plus an offset read when a session opens.
     */
    static final class PayloadFeed implements Feed {
        private final UdpSender main;
        private final Map<String, UdpSender> others;
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(UdpSender.MAX_DATAGRAM);
        private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        private final ByteBuffer asideBytes = ByteBuffer.allocateDirect(UdpSender.MAX_DATAGRAM);
        private final UnsafeBuffer asideBuffer = new UnsafeBuffer(asideBytes);

        private @Nullable Session session;
        private long realOffsetNs;
        private long intendedNs;
        private UdpSender sender;
        private boolean leftAlready;
        private boolean left;
        private final AtomicLong asides = new AtomicLong();
        private final AtomicLong failedAsides = new AtomicLong();

        PayloadFeed(UdpSender main, Map<String, UdpSender> others) {
            this.main = main;
            this.others = Map.copyOf(others);
            this.sender = main;
        }

        /** The recording's declaration and the progress of its replay. Shared by all sessions of a replay. */
        private static final class Session {
            final RecordedPayloads payloads;
            final PayloadDeclaration.@Nullable Sequence sequence;
            final Rewriting rewriting;
            final UdpSender[] senders;
            final long[] nextNumbers;
            long payload = -1;
            long tick = -1;
            /** Count of sequence numbers that the prepared payload uses; 0 once it is sent. */
            long unsentNumbers;

            Session(RecordedPayloads payloads, UdpSender main, Map<String, UdpSender> others) {
                PayloadDeclaration declaration = declaration(payloads);
                this.payloads = payloads;
                this.sequence = declaration.sequence();
                this.rewriting = declaration.rewriting();
                this.senders = declaration.lines().stream()
                        .map(PayloadDeclaration.Line::name)
                        .map(name -> others.getOrDefault(name, main))
                        .toArray(UdpSender[]::new);
                this.nextNumbers = new long[senders.length];
                Arrays.fill(nextNumbers, 1);
            }
        }

        @Override
        public String address() {
            return main.address();
        }

        @Override
        public Map<String, Long> facts() {
            Map<String, Long> facts = new HashMap<>();
            facts.put("sendBufferBytes", main.sendBufferBytes());
            facts.put("asides", asides.get());
            facts.put("failedAsides", failedAsides.get());
            return Map.copyOf(facts);
        }

        @Override
        public boolean connected() {
            return true;
        }

        @Override
        public void open(SessionOpening opening) {
            RecordedPayloads payloads = opening.payloads();
            if (payloads == null) {
                throw new IllegalStateException("a recording without payloads");
            }
            Session current = session == null ? new Session(payloads, main, others) : session;
            session = current;
            realOffsetNs = new SystemEpochNanoClock().nanoTime() - System.nanoTime();
            current.rewriting.session(opening.session());
            releaseNumbers(current);
            current.tick = -1;
            long nowNs = System.nanoTime();
            for (long each = 0;
                    each < payloads.count() && payloads.firstTick(each) == 0 && payloads.ticks(each) == 0;
                    each++) {
                aside(each, opening.firstTickId(), nowNs);
            }
        }

        /**
         * Releases the numbers of a payload that was prepared but not sent before the previous session ended, to avoid a
         * sequence gap.
         */
        private static void releaseNumbers(Session current) {
            if (current.unsentNumbers != 0) {
                current.nextNumbers[current.payloads.line(current.payload)] -= current.unsentNumbers;
                current.unsentNumbers = 0;
            }
        }

        @Override
        public void intended(long ns) {
            intendedNs = ns;
        }

        @Override
        public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
            Session current = session();
            long tick = QuoteMessage.index(quote, offset);
            RecordedPayloads payloads = current.payloads;
            boolean next = current.tick >= 0 && tick == current.tick + 1;
            long end = current.tick < 0 ? 0 : payloads.firstTick(current.payload) + payloads.ticks(current.payload);
            leftAlready = next && tick < end;
            current.tick = tick;
            if (!leftAlready) {
                current.payload = payloads.payloadOf(tick);
                int line = payloads.line(current.payload);
                long number = current.nextNumbers[line];
                sender = load(current, current.payload, bytes, buffer, tickId, venueTimeNs, intendedNs);
                current.unsentNumbers = current.nextNumbers[line] - number;
            }
        }

        private UdpSender load(
                Session current,
                long payload,
                ByteBuffer to,
                UnsafeBuffer toBuffer,
                long tickId,
                long venueTimeNs,
                long scheduledNs) {
            RecordedPayloads payloads = current.payloads;
            int length = payloads.length(payload);
            if (length > 0) {
                toBuffer.putBytes(0, payloads.buffer(payload), payloads.offset(payload), length);
            }
            to.clear().limit(length);
            int line = payloads.line(payload);
            PayloadDeclaration.Sequence sequence = current.sequence;
            long step = sequence == null ? 1 : sequence.step(toBuffer, 0, length);
            current.rewriting.next(tickId, current.nextNumbers[line], venueTimeNs, realOffsetNs + scheduledNs);
            current.nextNumbers[line] += step;
            current.rewriting.prepare(toBuffer, length);
            if (current.rewriting.isCompleteBeforeSend()) {
                current.rewriting.complete(to, toBuffer, length, 0);
            }
            return current.senders[line];
        }

        @Override
        public boolean leftAlready() {
            return leftAlready;
        }

        @Override
        public boolean send() {
            if (!leftAlready) {
                Session current = session();
                left = send(current, bytes, buffer, sender);
                current.unsentNumbers = 0;
            }
            return left;
        }

        private boolean send(Session current, ByteBuffer whole, UnsafeBuffer wholeBuffer, UdpSender to) {
            if (!current.rewriting.isCompleteBeforeSend()) {
                current.rewriting.complete(whole, wholeBuffer, whole.limit(), realOffsetNs + System.nanoTime());
            }
            return to.send(whole);
        }

        @Override
        public void aside(long payload, long nextTickId, long scheduledNs) {
            Session current = session();
            UdpSender to = load(
                    current,
                    payload,
                    asideBytes,
                    asideBuffer,
                    nextTickId,
                    current.payloads.timeNs(payload),
                    scheduledNs);
            boolean sent = send(current, asideBytes, asideBuffer, to);
            asides.lazySet(asides.get() + 1);
            failedAsides.lazySet(failedAsides.get() + (sent ? 0 : 1));
        }

        private Session session() {
            if (session == null) {
                throw new IllegalStateException("no session is open");
            }
            return session;
        }

        /** Does nothing, because heartbeats in the capture are replayed like other payloads. */
        @Override
        public void heartbeat(long nextTickId) {}

        @Override
        public void end(long lastTickId) {}

        @Override
        public void abort() {
            // a datagram never waits for its receiver
        }

        @Override
        public void close() {
            Set<UdpSender> all = new HashSet<>(others.values());
            all.add(main);
            all.forEach(UdpSender::close);
        }
    }
}
