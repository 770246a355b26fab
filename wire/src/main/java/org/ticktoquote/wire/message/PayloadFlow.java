package org.ticktoquote.wire.message;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.wire.packet.Packet;

/**
 * Ticks in datagrams of a protocol that a user declared (docs/payloads.md). The replayer, which imports such captures, implements
 * it. One thread.
 */
public interface PayloadFlow {
    /** Takes a datagram, and gives its ticks to a sink; false where it goes to no address that is declared. */
    boolean datagram(Packet packet);

    /** What was counted by now. */
    default Counts counts() {
        return new Counts(0, 0, 0);
    }

    /**
     * Counts.
     *
     * @param missing numbers of payloads that the capture does not have
     * @param repeated payloads that came again, left out
     * @param malformed payloads that cannot be read, left out
     */
    record Counts(long missing, long repeated, long malformed) {}

    /** What a user declared. */
    interface Declared {
        /** The first address. */
        InetSocketAddress address();

        /** Whether ticks carry prices. */
        boolean priced();

        /** Begins to read a capture, each time the same one. */
        PayloadFlow to(FeedFlow.Sink sink);

        /** By their numbers, what the ticks of the capture are of; refused where it was read and has none. */
        List<Instrument> instruments();

        /** By their numbers. */
        List<String> venues();

        /** Does work that reads payloads, as long as a user's decoder returns. */
        <T> T during(Supplier<T> work);
    }

    /** Reads declarations. */
    interface Reader {
        /**
         * Reads one.
         *
         * @param plugins jars with the decoder that it names
         */
        Declared read(Path declaration, List<Path> plugins);

        /** That of this process. */
        static Reader installed() {
            return ServiceLoader.load(Reader.class).findFirst().orElseThrow();
        }
    }
}
