package org.ticktoquote.wire.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.DirectBuffer;

/** Records the events of all streams byte by byte, independently of their split into pieces. */
final class RecordedStreams {
    private static final int MAX_OF_A_HOLE = 1 << 12;

    /** A byte (0..255), a missing byte (-1) or a hole of unknown length (-2). */
    record Item(int value, long timeNs, long number) {}

    /** One direction. */
    static final class Recorded implements StreamReader {
        final StreamDirection flow;
        final List<Item> items = new ArrayList<>();
        final Set<Long> retransmitted = new TreeSet<>();
        String end = "";

        Recorded(StreamDirection flow) {
            this.flow = flow;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            alive();
            for (int i = 0; i < length; i++) {
                items.add(new Item(buffer.getByte(offset + i) & 0xff, timeNs, number));
            }
        }

        @Override
        public void hole(long length, long timeNs) {
            alive();
            for (int i = 0; i < Math.max(1, Math.min(length, MAX_OF_A_HOLE)); i++) {
                items.add(new Item(length == 0 ? -2 : -1, timeNs, 0));
            }
        }

        @Override
        public void retransmitted(long number) {
            alive();
            retransmitted.add(number);
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            alive();
            end = how + "@" + timeNs;
        }

        private void alive() {
            if (!end.isEmpty()) {
                throw new AssertionError("event after the end: " + flow);
            }
        }

        /** Returns the text, with holes as {@code [length]}. */
        String text() {
            StringBuilder text = new StringBuilder();
            int missing = 0;
            for (Item item : items) {
                if (missing > 0 && item.value != -1) {
                    text.append('[').append(missing).append(']');
                    missing = 0;
                }
                missing += item.value == -1 ? 1 : 0;
                text.append(item.value == -2 ? "[?]" : item.value < 0 ? "" : Character.toString((char) item.value));
            }
            return missing > 0 ? text.append('[').append(missing).append(']').toString() : text.toString();
        }

        boolean isSame(Recorded other) {
            return flow.equals(other.flow)
                    && items.equals(other.items)
                    && retransmitted.equals(other.retransmitted)
                    && end.equals(other.end);
        }

        @Override
        public String toString() {
            return flow + "\n  " + items + "\n  " + retransmitted + "\n  " + end + "\n";
        }
    }

    final List<Recorded> all = new ArrayList<>();

    StreamReader opened(StreamDirection flow) {
        Recorded recorded = new Recorded(flow);
        all.add(recorded);
        return recorded;
    }
}
