package org.ticktoquote.wire.run;

import java.util.Map;
import java.util.function.Supplier;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.stream.StreamHandler;

/** What captures hold: the same, as often as it is asked for. */
public interface Traffic {
    /**
     * Hands on all packets, and what TCP connections carried, in the order of their times.
     *
     * @param step called from time to time, for each packet or piece of a stream
     * @return what is known of the captures after they were read
     */
    Facts replay(PacketHandler packets, StreamHandler streams, Runnable step);

    /**
     * Facts of captures.
     *
     * @param name of the files
     * @param sha256 of the file; of several, of their sums: reads them once more
     * @param stamps whose clock stamped: {@code kernel}, {@code arista-7150} ...
     * @param boundNs how wrong a difference of two stamps may be
     * @param dropped frames that whoever captured dropped, by its own count
     * @param late frames too far out of order to be sorted
     * @param steps of the clock of the stamps
     * @param fromNs when the first frame was on the wire, ns since 1970-01-01 UTC
     * @param toNs when the last one was
     * @param others by name, in order
     */
    record Facts(
            String name,
            Supplier<String> sha256,
            String stamps,
            long boundNs,
            long dropped,
            long late,
            long steps,
            long fromNs,
            long toNs,
            Map<String, String> others) {
        /** Adds a count or a text to facts, unless it is 0 or empty. */
        public static void put(Map<String, String> facts, String name, Object value) {
            String text = value.toString();
            if (!text.equals("0") && !text.isEmpty()) {
                facts.put(name, text);
            }
        }
    }
}
