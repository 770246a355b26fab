package org.ticktoquote.wire.message;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.wire.packet.Packet;

/**
 * Reads ticks from datagrams of a protocol that the user declared (docs/feed.md). Implemented by the replayer, which
 * imports such captures. One thread.
 */
public interface PayloadTickReader {
    /** Reads a datagram and passes its ticks to the sink; returns false if its destination is not declared. */
    boolean datagram(Packet packet);

    /** Returns the counts so far. */
    default Counts counts() {
        return new Counts(0, 0, 0);
    }

    /**
     * Counts of payloads.
     *
     * @param missing payload numbers that the capture lacks
     * @param repeated repeated payloads, which are dropped
     * @param malformed unreadable payloads, which are dropped
     */
    record Counts(long missing, long repeated, long malformed) {}

    /** Parsed declaration. */
    interface Declared {
        /** Returns the first declared address. */
        InetSocketAddress address();

        /** Returns whether ticks carry prices. */
        boolean priced();

        /** Starts reading the capture. Each call has to read the same capture. */
        PayloadTickReader to(FeedTickReader.Sink sink);

        /** Returns the instruments of the ticks, by number. Rejects a capture that was read and has no ticks. */
        List<Instrument> instruments();

        /** Returns the venues by number. */
        List<String> venues();

        /** Runs work that reads payloads, and stops it if the user's decoder does not return. */
        <T> T during(Supplier<T> work);
    }

    /** Reads declarations. */
    interface Reader {
        /**
         * Reads one declaration.
         *
         * @param plugins jars with the declared decoder
         */
        Declared read(Path declaration, List<Path> plugins);

        /** Returns the reader installed in this process. */
        static Reader installed() {
            return ServiceLoader.load(Reader.class).findFirst().orElseThrow();
        }
    }
}
