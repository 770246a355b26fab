package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.LangUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

/** Tests encoders that violate the contract. */
class GuardedEncoderTest {
    private static final String NAME = "--plugin: " + Hostile.class.getName();

    private final AtomicLong nowNs = new AtomicLong(1_000);
    private final UnsafeBuffer room = new UnsafeBuffer(new byte[UdpSender.MAX_DATAGRAM]);
    private final FeedTick tick = new FeedTick();

    /** Action of a hostile encoder on a tick. */
    private interface Action {
        int run(FeedTick tick, MutableDirectBuffer to);
    }

    private record Hostile(Action action) implements TickEncoder {
        @Override
        public String protocol() {
            return "hostile";
        }

        @Override
        public int tick(FeedTick tick, MutableDirectBuffer to) {
            return action.run(tick, to);
        }

        @Override
        public void opening(SessionOpening opening, MessageSink sink) {
            action.run(new FeedTick(), new UnsafeBuffer(new byte[0]));
        }

        @Override
        public void heartbeat(long nextTickId, MessageSink sink) {
            sink.accept(new UnsafeBuffer(new byte[8]), 4, 8);
        }

        @Override
        public void end(long lastTickId, MessageSink sink) {
            try {
                sink.accept(new UnsafeBuffer(new byte[8]), 0, -1);
            } catch (RuntimeException swallowed) {
                // as a careless user does
            }
        }
    }

    private GuardedEncoder guarded(Action action) {
        return GuardedEncoder.of(() -> new Hostile(action), nowNs::get);
    }

    private void assertRefused(Action action, String message) {
        GuardedEncoder encoder = guarded(action);
        assertThatThrownBy(() -> encoder.tick(tick, room))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageStartingWith(NAME + " " + message);
    }

    @Test
    void reportsClassTickAndCauseOfAnyThrowable() {
        assertRefused(
                throwing(new IllegalStateException("ow")), "failed at tick 0: java.lang.IllegalStateException: ow");
        assertRefused(
                throwing(new OutOfMemoryError("all of it")), "failed at tick 0: java.lang.OutOfMemoryError: all of it");
        assertRefused(throwing(new Mute()), "failed at tick 0: " + Mute.class.getName());
    }

    private static Action throwing(Throwable thrown) {
        return (each, to) -> {
            LangUtil.rethrowUnchecked(thrown);
            return 0;
        };
    }

    /** Its {@code toString} throws. */
    private static final class Mute extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException();
        }
    }

    @Test
    void refusesTooManyWrittenOrClaimedBytes() {
        assertRefused(
                (each, to) -> {
                    to.setMemory(0, UdpSender.MAX_DATAGRAM + 1, (byte) 1);
                    return 1;
                },
                "failed at tick 0: java.lang.IndexOutOfBoundsException");
        assertRefused((each, to) -> -1, "returned a length of -1 at tick 0, expected 0 to 65507");
        assertRefused((each, to) -> 65508, "returned a length of 65508 at tick 0, expected 0 to 65507");
        assertThat(guarded((each, to) -> 65507).tick(tick, room)).isEqualTo(65507);
    }

    @Test
    void checksOtherMessagesEvenIfRefusalIsSwallowed() {
        GuardedEncoder encoder = guarded(throwing(new LinkageError("no such library")));
        SessionOpening opening = new SessionOpening(1, 17, List.of(), List.of());
        MessageSink sink = (buffer, offset, length) -> {};
        assertThatThrownBy(() -> encoder.opening(opening, sink))
                .hasMessageStartingWith(NAME + " failed at its opening before tick 17: java.lang.LinkageError");
        assertThatThrownBy(() -> encoder.heartbeat(5, sink))
                .hasMessageStartingWith(NAME + " gave the sink 8 bytes from 4 on at its heartbeat before tick 5");
        assertThatThrownBy(() -> encoder.end(9, sink))
                .hasMessageStartingWith(NAME + " gave the sink a length of -1 at its end after tick 9");
    }

    @Test
    void recordsMeanAndLongestTime() {
        GuardedEncoder encoder = guarded((each, to) -> (int) (nowNs.addAndGet(3_000) & 1));
        encoder.tick(tick, room);
        encoder.tick(tick, room);
        assertThat(List.of(encoder.time().meanNs(), encoder.time().longestNs())).containsOnly(3_000L);
        assertThat(encoder.time().encoder()).isEqualTo(Hostile.class.getName());
    }

    @Test
    void refusesEncoderThatDoesNotReturnFor10Seconds() {
        AtomicLong waited = new AtomicLong();
        GuardedEncoder[] itself = new GuardedEncoder[1];
        itself[0] = guarded((each, to) -> {
            nowNs.addAndGet(waited.get());
            itself[0].checkReturned();
            return 1;
        });
        waited.set(PluginCalls.CALL_LIMIT_NS);
        assertThat(itself[0].tick(tick, room)).isOne();
        itself[0].checkReturned();
        waited.set(PluginCalls.CALL_LIMIT_NS + 1);
        assertThatThrownBy(() -> itself[0].tick(tick, room))
                .hasMessageContaining("has not returned for 10 s at tick 0");
    }
}
