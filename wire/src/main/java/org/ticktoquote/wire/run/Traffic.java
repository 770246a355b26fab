package org.ticktoquote.wire.run;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

/** Captured traffic that can be replayed, with the same contents each time. */
public interface Traffic {
    /**
     * Delivers all datagrams, and the bytes of TCP connections, in time order, on the caller's thread.
     *
     * @param streams returns the reader of each direction of a connection, before its first bytes
     * @param step called for each frame or line, possibly on another thread; an exception ends the replay
     * @return facts of the captures
     */
    Facts replay(Consumer<Packet> packets, Function<StreamDirection, StreamReader> streams, Runnable step);

    /**
     * Facts of captures.
     *
     * @param name names of the files
     * @param sha256 checksum of the file, or of the checksums of several; reads the files again
     * @param stamps source of the stamps: {@code kernel}, {@code arista-7150} ...
     * @param boundNs maximum error of a difference of two stamps
     * @param dropped frames dropped by the capturing program, by its own count
     * @param late frames too far out of order to be sorted
     * @param steps number of steps of the stamps' clock
     * @param fromNs time of the first frame, ns since 1970-01-01 UTC
     * @param toNs time of the last frame
     * @param others further facts by name, in order
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
