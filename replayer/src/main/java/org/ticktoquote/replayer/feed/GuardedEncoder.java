package org.ticktoquote.replayer.feed;

import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.journal.TickRecord;

/**
 * A user's encoder, of which anything may be expected: what it throws and every number that it returns is checked, its time is
 * counted.
 *
 * <p>One thread calls it; {@link #requireReturn} is for any. Allocates nothing while the encoder behaves.
 */
final class GuardedEncoder implements TickEncoder {
    private static final String LENGTH = "0 to " + UdpSender.LONGEST;

    private final TickEncoder encoder;
    private final PluginCalls calls;
    private final EncoderTime time;
    private final CheckedSink checked = new CheckedSink();

    private GuardedEncoder(TickEncoder encoder, NanoClock clock) {
        this.encoder = encoder;
        this.calls = new PluginCalls(encoder.getClass().getName(), clock);
        this.time = new EncoderTime(encoder.getClass().getName());
    }

    /**
     * Makes an encoder.
     *
     * @throws Refusal where it cannot be made
     */
    static GuardedEncoder of(Supplier<TickEncoder> encoders, NanoClock clock) {
        return new GuardedEncoder(Plugins.made("an encoder", encoders), clock);
    }

    Class<?> encoderClass() {
        return encoder.getClass();
    }

    private String className() {
        return calls.className();
    }

    /** What the ticks of the current session took. */
    EncoderTime time() {
        return time;
    }

    /** Refuses to wait longer for a call that does not return. */
    void requireReturn() {
        calls.requireReturn();
    }

    @Override
    public String protocol() {
        String protocol = Plugins.made("the protocol of " + className(), encoder::protocol);
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
        if (length < 0 || length > UdpSender.LONGEST) {
            throw calls.refuse("returned a length of " + length, LENGTH);
        }
        return length;
    }

    @Override
    public void opening(SessionOpening opening, MessageSink sink) {
        calls.begin("its opening before tick ", opening.firstTickId());
        try {
            encoder.opening(opening, checked.into(sink));
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        ended();
        time.begin(opening.session());
    }

    @Override
    public void heartbeat(long nextTickId, MessageSink sink) {
        calls.begin("its heartbeat before tick ", nextTickId);
        try {
            encoder.heartbeat(nextTickId, checked.into(sink));
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        ended();
    }

    @Override
    public void end(long lastTickId, MessageSink sink) {
        time.end();
        calls.begin("its end after tick ", lastTickId);
        try {
            encoder.end(lastTickId, checked.into(sink));
        } catch (Throwable thrown) {
            throw calls.failed(thrown);
        }
        ended();
    }

    private void ended() {
        calls.end();
        checked.close();
    }

    /** What the encoder says beside ticks, as long as the call lasts in which it was asked. */
    private final class CheckedSink implements MessageSink {
        private @Nullable MessageSink sink;

        MessageSink into(MessageSink target) {
            sink = target;
            return this;
        }

        void close() {
            sink = null;
        }

        @Override
        public void accept(DirectBuffer buffer, int offset, int length) {
            MessageSink target = sink;
            if (target == null || !calls.underWay()) {
                throw calls.refuse("kept the sink of a call that is over", "its use within the call");
            }
            if (length < 0 || length > UdpSender.LONGEST) {
                throw calls.refuse("gave the sink a length of " + length, LENGTH);
            }
            if (offset < 0 || offset > buffer.capacity() - length) {
                throw calls.refuse(
                        "gave the sink " + length + " bytes from " + offset + " on",
                        "some within the buffer of " + buffer.capacity());
            }
            calls.pause();
            target.accept(buffer, offset, length);
            calls.resume();
        }
    }

    /**
     * Makes the encoders of one class, an instance for each feed.
     *
     * @param encoderClass theirs
     * @param protocol they all have
     */
    record Source(Supplier<TickEncoder> encoders, Class<?> encoderClass, String protocol) {
        /** Of a class, which may be one of a plug-in: one instance is made and asked. */
        static Source of(Supplier<TickEncoder> encoders) {
            GuardedEncoder encoder = guarded(encoders);
            return new Source(encoders, encoder.encoderClass(), encoder.protocol());
        }

        private static GuardedEncoder guarded(Supplier<TickEncoder> encoders) {
            return GuardedEncoder.of(encoders, System::nanoTime);
        }

        GuardedEncoder make() {
            return guarded(encoders);
        }
    }
}
