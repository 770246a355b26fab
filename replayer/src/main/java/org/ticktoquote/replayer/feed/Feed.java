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
 * Sends the quotes of a recording as the messages that an application under test reads.
 *
 * <p>A session consists of {@link #open}, then {@link #prepare} and {@link #send} for every quote, {@link #heartbeat} after a
 * second without a send, and {@link #end}. One thread, the pacer, calls all of these. {@link #prepare}, {@link #send} and
 * {@link #heartbeat} must not allocate, lock or log, because their time is measured. Work that can be done before the moment
 * of sending belongs in {@link #prepare}. A failed send is a return value, never an exception. Time spent waiting for a
 * receiver is in {@link #waitedNs}. {@link #abort}, {@link #connected} and {@link #facts} can be called by any thread.
 */
public interface Feed extends AutoCloseable {
    /**
     * Returns the URI at which applications find the market data, with the port that the kernel chose and without the
     * sender's options.
     */
    String address();

    /** Returns the FIX venues of the feed, each with its own address; empty for other feeds. */
    default List<FeedVenue> venues() {
        return List.of();
    }

    /** Returns the current SHA-256 of the files that declare the venues, by {@code VENUE.KEY}. */
    default Map<String, String> venueFiles() {
        return Map.of();
    }

    /** Returns counters and settings worth recording, by name, such as granted buffer sizes and blocked sends. */
    Map<String, Long> facts();

    /** Returns true if a receiver is connected, or if the feed cannot know. */
    boolean connected();

    /** Reads the data that the feed needs from a recording before the replay. Not time-critical. */
    default void study(Recording recording) {}

    /** Starts a session with its number, instruments and venues. */
    void open(SessionOpening opening);

    /**
     * Announces the next quotes before the first of them is prepared.
     *
     * @param endIndex exclusive end of the consecutive recorded quotes that follow; 0 if they are not consecutive
     */
    default void ahead(long endIndex) {}

    /**
     * Prepares the next quote for sending.
     *
     * @param quote holds an SBE {@code Quote} with its message header
     * @param offset position of that header
     * @param tickId the quote's number in this session, which replaces the recorded one
     * @param venueTimeNs replaces the recorded venue time
     */
    void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs);

    /** Sets the intended time of the next quote, on the monotonic clock. Called before {@link #prepare}. */
    default void intended(long intendedNs) {}

    /**
     * Returns true if the previous quote's message already contained the prepared quote, which shares its {@code sent} time.
     */
    default boolean leftAlready() {
        return false;
    }

    /**
     * Sends the recording's payload with the given index, which has no quotes. {@code nextTickId} is the number of the next
     * quote. Must not allocate, lock or log.
     */
    default void aside(long payload, long nextTickId, long intendedNs) {}

    /**
     * Sends the prepared quote. Returns false unless all of it was sent to every receiver. A FIX session that breaks is no
     * receiver any more. If the last one breaks, {@link #remarks} says so.
     */
    boolean send();

    /**
     * Returns the monotonic time at which the last quote was sent. Overridden by feeds that do work before they write, such
     * as encryption.
     *
     * @param calledNs clock reading just before the call of {@link #send}
     */
    default long leftNs(long calledNs) {
        return calledNs;
    }

    /** Returns flags of {@link TickRecord} for the journal entry of the last send. */
    default int remarks() {
        return 0;
    }

    /** Returns the total time for which sends provably waited for receivers that did not read. Never decreases. */
    default long waitedNs() {
        return 0;
    }

    /** Returns the cost of the last session's ticks in a plug-in's encoder; empty for built-in encoders. */
    default Optional<EncoderTime> encoderTime() {
        return Optional.empty();
    }

    /** Throws a {@code ProblemException} if a plug-in call is overdue. Safe for any thread. Called a few times a second. */
    default void requireReturn() {
        // built-in classes return
    }

    /** Sends a heartbeat with the number of the next quote. */
    void heartbeat(long nextTickId);

    /** Ends the session. */
    void end(long lastTickId);

    /**
     * Passes every message sent from now on to a trace. Only for inspecting a few ticks, because the pacer waits for the
     * trace.
     */
    default void trace(MessageTrace trace) {
        // not every feed can show its messages
    }

    /** Makes the current send and all later ones give up waiting for receivers. */
    void abort();

    /** Releases sockets and threads. */
    @Override
    void close();
}
