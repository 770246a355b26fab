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
    /** Reads a datagram and passes its ticks to the sink; returns false if it goes to no declared address. */
    boolean datagram(Packet packet);

    /** Counts so far. */
    default Counts counts() {
        return new Counts(0, 0, 0);
    }

    /**
     * Counts of payloads.
     *
     * @param missing numbers of payloads that the capture lacks
     * @param repeated payloads that were repeated, and dropped
     * @param malformed payloads that cannot be read, and were dropped
     */
    record Counts(long missing, long repeated, long malformed) {}

    /** A declaration that was read. */
    interface Declared {
        /** First declared address. */
        InetSocketAddress address();

        /** Returns whether ticks carry prices. */
        boolean priced();

        /** Starts reading the capture. Each call has to read the same capture. */
        PayloadTickReader to(FeedTickReader.Sink sink);

        /** Instruments of the ticks, by number. Refused if the capture was read and has no ticks. */
        List<Instrument> instruments();

        /** Venues by number. */
        List<String> venues();

        /** Runs work that reads payloads, and stops it if the user's decoder does not return. */
        <T> T during(Supplier<T> work);
    }

    /** Reads declarations. */
    interface Reader {
        /**
         * Reads one declaration.
         *
         * @param plugins jars with the decoder that it names
         */
        Declared read(Path declaration, List<Path> plugins);

        /** Returns the reader installed in this process. */
        static Reader installed() {
            return ServiceLoader.load(Reader.class).findFirst().orElseThrow();
        }
    }
}
