package org.ticktoquote.wire.stream;

import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.RST;
import static org.ticktoquote.wire.packet.Packet.SYN;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reference for {@link Streams}: applies the rules of docs/wire.md slowly, byte by byte in a map. One connection at a time
 * between the two parties of {@link Segmented}, with unbounded memory.
 */
final class PlainStreams {
    private final class Party extends PlainState {
        final boolean client;

        Party(boolean client) {
            this.client = client;
        }

        Party peer() {
            return client ? server : PlainStreams.this.client;
        }

        boolean endedEmpty() {
            return ended && (!begun || next == begin);
        }

        StreamReader reader() {
            if (reader == null) {
                InetSocketAddress one = new InetSocketAddress("10.0.0.1", 40_000);
                InetSocketAddress two = new InetSocketAddress("10.0.0.2", 9001);
                reader = out.apply(new StreamDirection(
                        number, client ? one : two, client ? two : one, client == clientOpened, fromStart));
            }
            return reader;
        }

        void begin(long at) {
            begun = true;
            begin = at;
            next = at;
            high = at;
            mark = at;
            acked = at;
            if (firstAck != null && Math.abs((long) (firstAck - (int) at)) <= limits.windowBytes()) {
                acked = at + (firstAck - (int) at);
            }
        }

        long place(int sequence) {
            long top = Math.max(high, acked);
            return top + (sequence - (int) top);
        }

        boolean odd(long to) {
            return to < next - limits.windowBytes() || to > Math.max(high, acked) + limits.windowBytes();
        }

        Long firstPending() {
            return cells.ceilingKey(next);
        }

        /** End of the gap at next, or null without evidence of a gap. */
        Long gapEnd() {
            Long first = firstPending();
            return first != null ? first : fin != null && fin > next ? fin : null;
        }

        long gapNs() {
            Long first = firstPending();
            return first != null ? cells.get(first).seenNs : finNs;
        }

        void missing(long to) {
            long end = to;
            Cell behind = cells.get(to);
            if (behind != null && behind.doubtful) {
                cells.remove(to);
                keepAliveBytes++;
                end++;
            }
            reader().hole(end - next, nowNs);
            while (next < end) {
                Cell hole = new Cell();
                hole.hole = true;
                cells.put(next++, hole);
            }
            high = Math.max(high, next);
            drain();
        }

        void drain() {
            for (Cell cell = cells.get(next); cell != null; cell = cells.get(next)) {
                if (cell.value < 0) {
                    cell.hole = true;
                    reader().hole(1, nowNs);
                } else {
                    bytes++;
                    cell.doubtful = false;
                    UnsafeBuffer one = new UnsafeBuffer(new byte[] {(byte) cell.value});
                    reader().bytes(one, 0, 1, cell.timeNs, cell.number);
                }
                next++;
            }
            high = Math.max(high, next);
        }

        void expire() {
            if (!begun || ended) {
                return;
            }
            if (mark <= next && acked > next) {
                mark = acked;
                markNs = nowNs;
            }
            if (mark > next && (nowNs - markNs >= limits.graceNs() || mark - next > limits.windowBytes())) {
                long end = fin == null ? mark : Math.min(fin, mark);
                // one byte at the very end can be a FIN that the capture lost
                while (next < end && !(firstPending() == null && fin == null && end == next + 1)) {
                    Long gap = gapEnd();
                    missing(gap == null ? end : Math.min(end, gap));
                }
                if (acked > mark) {
                    mark = acked;
                    markNs = nowNs;
                }
            }
            while (gapEnd() != null
                    && nowNs - gapNs() >= limits.silenceNs()
                    && (!peer().seen || peer().lastNs < gapNs())) {
                missing(gapEnd());
            }
            complete();
        }

        void complete() {
            if (fin != null && next >= fin) {
                end(StreamEnd.CLOSED);
            }
        }

        void end(StreamEnd how) {
            if (!ended && reader != null) {
                reader.end(how, nowNs);
            }
            ended = true;
        }

        void giveUp(StreamEnd how) {
            if (begun && !ended) {
                while (gapEnd() != null) {
                    missing(gapEnd());
                }
                complete();
            }
            end(how);
            fin = begun ? (Long) next : null;
        }

        void acknowledge(int ack) {
            if (!begun) {
                if (firstAck == null || firstAck != ack) {
                    firstAck = ack;
                    firstAckNs = nowNs;
                }
                return;
            }
            long place = place(ack);
            if (odd(place)) {
                oddAck = ack;
                return;
            }
            acked = Math.max(acked, place);
            if (mark <= next && acked > next) {
                mark = acked;
                markNs = nowNs;
            }
        }

        boolean isReal(int sequence, int length) {
            oddRun = oddRun > 0 && oddNext == sequence ? oddRun + 1 : 1;
            oddNext = sequence + length;
            return oddRun >= 3 || oddAck != null && Math.abs((long) (oddNext - oddAck)) <= limits.windowBytes();
        }

        boolean data(Segmented s) {
            boolean last = s.has(FIN);
            int length = s.wireLength();
            int sequence = s.sequence() + (s.has(SYN) ? 1 : 0);
            if (length == 0 && !last) {
                return true;
            }
            if (!begun) {
                long at = (1L << 32) + Integer.toUnsignedLong(sequence);
                int ahead = firstAck == null ? 0 : firstAck - sequence;
                if (ahead > 0 && ahead <= limits.windowBytes() && nowNs - firstAckNs >= limits.graceNs()) {
                    at += ahead;
                } else if (length == 1 && !last) {
                    at++;
                }
                begin(at);
                if (ended) {
                    fin = next;
                }
            }
            long start = place(sequence);
            if (odd(start + length)) {
                if (length == 0) {
                    return true;
                }
                if (!isReal(sequence, length)) {
                    return true;
                }
                if (ended) {
                    return false;
                }
                while (gapEnd() != null) {
                    missing(gapEnd());
                }
                reader().hole(0, nowNs);
                cells.clear();
                oddAck = null;
                firstAck = null;
                fin = null;
                start = (1L << 32) + Integer.toUnsignedLong(sequence);
                begin(start);
            }
            oddRun = 0;
            if (length == 1 && !last && start == next - 1 && next == high) {
                keepAliveBytes++;
                return true;
            }
            if (last && fin == null && start + length >= high) {
                fin = start + length;
                finNs = nowNs;
            }
            long end = fin == null ? start + length : Math.min(start + length, fin);
            takeAll(s, start, end);
            if (end > start) {
                high = Math.max(high, end);
            }
            drain();
            complete();
            return true;
        }

        void takeAll(Segmented s, long start, long end) {
            boolean doubtful = s.wireLength() == 1 && !s.has(FIN) && start > high;
            for (long at = Math.max(start, begin); at < end; at++) {
                int index = (int) (at - start);
                take(s, at, index < s.data().length ? s.data()[index] & 0xff : -1, doubtful);
            }
        }

        /** Takes one byte. Returns true if it is a retransmission. */
        boolean take(Segmented s, long at, int value, boolean doubtful) {
            Cell cell = cells.get(at);
            if (cell == null) {
                cell = new Cell();
                cell.value = value;
                cell.timeNs = s.timeNs();
                cell.number = frame;
                cell.seenNs = nowNs;
                cell.doubtful = doubtful && value >= 0;
                cells.put(at, cell);
            } else if (cell.hole) {
                lateBytes++;
            } else if (cell.value < 0 && value >= 0) {
                cell.value = value;
            } else {
                if (value >= 0 && s.wireLength() > 1) {
                    cell.doubtful = false;
                }
                retransmittedBytes++;
                conflictingBytes += value >= 0 && value != cell.value ? 1 : 0;
                if (!ended) {
                    reader().retransmitted(frame);
                }
                return true;
            }
            return false;
        }
    }

    private final Function<StreamDirection, StreamReader> out;
    private final StreamLimits limits;
    private Party client = new Party(true);
    private Party server = new Party(false);
    private int number = -1;
    private boolean clientOpened;
    private boolean clientFirst = true;
    private long nowNs;
    private long frame;

    long bytes;
    long retransmittedBytes;
    long conflictingBytes;
    long lateBytes;
    long keepAliveBytes;

    PlainStreams(Function<StreamDirection, StreamReader> out, StreamLimits limits) {
        this.out = out;
        this.limits = limits;
    }

    void packets(List<Segmented> capture) {
        for (Segmented segment : capture) {
            frame++;
            nowNs = segment.timeNs();
            if (number < 0) {
                another(segment);
            }
            Party from = segment.client() ? client : server;
            if (segment.has(SYN) && isOther(segment, from)) {
                another(segment);
            }
            if (!segment(segment)) {
                another(segment);
                segment(segment);
            }
        }
        endBoth(StreamEnd.CUT_OFF);
    }

    private void another(Segmented first) {
        endBoth(StreamEnd.REPLACED);
        number++;
        client = new Party(true);
        server = new Party(false);
        clientFirst = first.client();
        clientOpened = first.client() != (first.has(SYN) && first.has(ACK));
    }

    private void endBoth(StreamEnd how) {
        Party earlier = clientFirst ? client : server;
        earlier.giveUp(how);
        earlier.peer().giveUp(how);
    }

    private boolean isOther(Segmented s, Party from) {
        Party peer = from.peer();
        if (from.ended && !from.begun) {
            return true;
        }
        if (from.begun && from.fromStart) {
            return from.syn != s.sequence() || from.endedEmpty() && peer.endedEmpty();
        }
        if (from.begun) {
            return (int) from.begin != s.sequence() + 1;
        }
        if (s.has(ACK)) {
            return peer.fromStart && Math.abs((long) (s.acknowledged() - peer.syn - 1)) > limits.windowBytes();
        }
        return peer.begun && (!peer.fromStart || from.firstAck != null && from.firstAck != s.sequence() + 1);
    }

    private boolean segment(Segmented s) {
        Party from = s.client() ? client : server;
        from.seen = true;
        from.lastNs = nowNs;
        from.expire();
        from.peer().expire();
        if (s.has(RST)) {
            boolean near = from.begun
                    ? from.place(s.sequence()) >= from.next - (1 << 20)
                            && from.place(s.sequence()) <= Math.max(from.high, from.acked) + (1 << 20)
                    : from.firstAck == null || Math.abs((long) (s.sequence() - from.firstAck)) <= 1 << 20;
            from.resetAhead = from.begun && from.place(s.sequence()) > Math.max(from.high, from.acked) + 1;
            if (near) {
                from.giveUp(StreamEnd.RESET);
                from.peer().giveUp(StreamEnd.RESET_BY_PEER);
            }
            return true;
        }
        if (from.ended && from.resetAhead) {
            return false;
        }
        if (s.has(SYN)) {
            if (!from.begun) {
                from.begin((1L << 32) + Integer.toUnsignedLong(s.sequence() + 1));
            }
            from.fromStart = true;
            from.syn = s.sequence();
        }
        if (s.has(ACK)) {
            from.peer().acknowledge(s.acknowledged());
        }
        return from.data(s);
    }
}
