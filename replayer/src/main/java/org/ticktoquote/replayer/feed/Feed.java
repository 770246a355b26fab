package org.ticktoquote.replayer.feed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.replayer.recording.Recording;

/**
 * A way out for market data: it turns the quotes of a recording into what an application under test reads.
 *
 * <p>A session is {@link #open}, then {@link #prepare} and {@link #send} for every quote, {@link #heartbeat} when
 * nothing was sent for a second, and {@link #end}. All of these are called by one thread, the pacer; {@link #prepare},
 * {@link #send} and {@link #heartbeat} must not allocate, lock or log, because the time they take is measured.
 * Everything that can be done before the moment of sending belongs into {@link #prepare}. A send that fails is a return
 * value, never an exception; one that waits for its receiver is in {@link #waitedNs}. {@link #abort}, {@link #connected}
 * and {@link #facts} may be called by any thread.
 */
public interface Feed extends AutoCloseable {
    /** Where the market data is to be had: a URI with the port that the kernel chose, without options of the sender. */
    String address();

    /** FIX venues that it is, each at an address of its own; empty where it is none. */
    default List<FeedVenue> venues() {
        return List.of();
    }

    /** SHA-256 of the files that these venues were declared with, as they are now, by {@code VENUE.KEY}. */
    default Map<String, String> venueFiles() {
        return Map.of();
    }

    /** Counters and settings worth recording, by name: buffer sizes that were granted, sends that blocked. */
    Map<String, Long> facts();

    /** Whether somebody is there to receive; always true where that cannot be known. */
    boolean connected();

    /** Learns what it must know of a recording beforehand; it may take its time. */
    default void study(Recording recording) {}

    /** Begins a session: its number, the instruments and the venues. */
    void open(SessionOpening opening);

    /**
     * Says, before the first of them is prepared, which quotes come next.
     *
     * @param endIndex those of the recording up to this index, one after the other; 0 where they are chosen ones
     */
    default void ahead(long endIndex) {}

    /**
     * Makes the next quote ready to leave.
     *
     * @param quote holds an SBE {@code Quote} with its message header
     * @param offset of that header
     * @param tickId the quote's number in this session, which takes the place of the recording's
     * @param venueTimeNs takes the place of the recording's
     */
    void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs);

    /** Says, before {@link #prepare}, when the schedule wants the next quote to leave; monotonic. */
    default void intended(long intendedNs) {}

    /** Whether what was prepared left already, in one message with the quote before it: its {@code sent} is that one's. */
    default boolean leftAlready() {
        return false;
    }

    /** Sends a payload that carries no quote; the next quote will have that number. Must not allocate, lock or log. */
    default void aside(long payload, long nextTickId, long intendedNs) {}

    /** Sends what was prepared; false when it did not leave whole to everyone who should have it. */
    boolean send();

    /**
     * When the last quote left, monotonic: for a feed that had something to do before it could write, as to encrypt.
     *
     * @param calledNs the clock, read just before {@link #send} was called
     */
    default long leftNs(long calledNs) {
        return calledNs;
    }

    /** What else the journal is to say of the last send: flags of {@link TickRecord}. */
    default int remarks() {
        return 0;
    }

    /** How long sends have waited so far because receivers did not read, as far as that is certain. Only ever grows. */
    default long waitedNs() {
        return 0;
    }

    /** What the ticks of the last session took in an encoder of a plug-in; empty where there is none. */
    default Optional<EncoderTime> encoderTime() {
        return Optional.empty();
    }

    /** Refuses to wait longer for a class of a plug-in that does not return; for any thread, a few times a second. */
    default void requireReturn() {
        // t2q's own classes return
    }

    /** Shows that the feed is alive and what the next quote's number will be. */
    void heartbeat(long nextTickId);

    /** Ends the session. */
    void end(long lastTickId);

    /** Shows every message that leaves from now on; only for a look at a few ticks, since the pacer waits for it. */
    default void trace(MessageTrace trace) {
        // not every feed can show what it sends
    }

    /** Makes a send that waits for its receiver give up, now and from now on. */
    void abort();

    /** Gives sockets and threads back. */
    @Override
    void close();
}
