package org.ticktoquote.replayer.feed;

import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Wraps a user's encoder. Checks everything that it throws or returns, and measures its time.
 *
 * <p>One thread calls it. {@link #checkReturned} is safe for any thread. Does not allocate while the encoder behaves.
 */
final class GuardedEncoder implements TickEncoder, MessageSink {
    private static final String LENGTH = "0 to " + UdpSender.MAX_DATAGRAM;

    private final TickEncoder encoder;
    private final PluginCalls calls;
    private final EncoderTime time;
    /** Receives the messages of the current call. */
    private @Nullable MessageSink sink;

    private GuardedEncoder(TickEncoder encoder, NanoClock clock) {
        this.encoder = encoder;
        this.calls = new PluginCalls(encoder.getClass().getName(), clock);
        this.time = new EncoderTime(encoder.getClass().getName());
    }

    /**
     * Creates an encoder.
     *
     * @throws ProblemException if the encoder cannot be created
     */
    static GuardedEncoder of(Supplier<TickEncoder> encoders, NanoClock clock) {
        return new GuardedEncoder(Plugins.call("an encoder", encoders), clock);
    }

    Class<?> encoderClass() {
        return encoder.getClass();
    }

    private String className() {
        return calls.className();
    }

    /** Returns time and memory used for the current session's ticks. */
    EncoderTime time() {
        return time;
    }

    /** Throws a {@link ProblemException} if the current call has not returned in time. */
    void checkReturned() {
        calls.checkReturned();
    }

    @Override
    public String protocol() {
        String protocol = Plugins.call("the protocol of " + className(), encoder::protocol);
        if (!protocol.matches("[a-z][a-z0-9.-]*")) {
            throw Plugins.fault(
                    className() + " has the protocol '" + protocol + "'",
                    "lower-case letters, digits, '-' and '.'",
                    null);
        }
        return protocol;
    }

    @Override
    public int tick(FeedTick tick, MutableDirectBuffer to) {
        long id = tick.id();
        calls.begin(TickRecord.isWarmUp(id) ? "tick of the warm-up " : "tick ", id);
        int length;
        try {
            length = encoder.tick(tick, to);
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        time.add(id, calls.end());
        if (length < 0 || length > UdpSender.MAX_DATAGRAM) {
            throw calls.refuse("returned a length of " + length, LENGTH);
        }
        return length;
    }

    @Override
    public void opening(SessionOpening opening, MessageSink target) {
        calls.begin("its opening before tick ", opening.firstTickId());
        sink = target;
        try {
            encoder.opening(opening, this);
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        ended();
        time.begin(opening.session());
    }

    @Override
    public void heartbeat(long nextTickId, MessageSink target) {
        calls.begin("its heartbeat before tick ", nextTickId);
        sink = target;
        try {
            encoder.heartbeat(nextTickId, this);
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        ended();
    }

    @Override
    public void end(long lastTickId, MessageSink target) {
        time.end();
        calls.begin("its end after tick ", lastTickId);
        sink = target;
        try {
            encoder.end(lastTickId, this);
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        ended();
    }

    private void ended() {
        calls.end();
        sink = null;
    }

    /** Checks a message other than a tick. Accepts it only during the call that passed this sink to the encoder. */
    @Override
    public void accept(DirectBuffer buffer, int offset, int length) {
        MessageSink target = sink;
        if (target == null || !calls.underWay()) {
            throw calls.refuse("used the sink after the end of the call", "use within the call only");
        }
        if (length < 0 || length > UdpSender.MAX_DATAGRAM) {
            throw calls.refuse("gave the sink a length of " + length, LENGTH);
        }
        if (offset < 0 || offset > buffer.capacity() - length) {
            throw calls.refuse(
                    "gave the sink " + length + " bytes from " + offset + " on",
                    "bytes within the buffer of " + buffer.capacity());
        }
        calls.pause();
        target.accept(buffer, offset, length);
        calls.resume();
    }
}
