package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

final class BackPressureTest {
    private static final long MS = 1_000_000;

    private long nowNs = 7;
    private final BackPressure backPressure = new BackPressure(() -> nowNs);

    /** Channel that accepts bytes on its last attempt only. Each attempt takes the given time. */
    private final class Slow implements WritableByteChannel {
        private final long[] attemptsNs;
        private int attempts;

        Slow(long... attemptsNs) {
            this.attemptsNs = attemptsNs;
        }

        @Override
        public int write(ByteBuffer bytes) {
            nowNs += attemptsNs[attempts++];
            if (attempts < attemptsNs.length) {
                return 0;
            }
            int all = bytes.remaining();
            bytes.position(bytes.limit());
            return all;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private boolean write(long... attemptsNs) throws IOException {
        return backPressure.writeRest(new Slow(attemptsNs), ByteBuffer.allocate(10), ClosedWindowTimes.UNKNOWN);
    }

    private boolean write(LongSupplier closedNs, long... attemptsNs) throws IOException {
        return backPressure.writeRest(new Slow(attemptsNs), ByteBuffer.allocate(10), closedNs);
    }

    private static long[] everyMs(int attempts) {
        long[] all = new long[attempts];
        Arrays.fill(all, MS);
        return all;
    }

    /** Without a closed window, the first millisecond and one tick of the kernel clock still count. */
    @Test
    void onlyClosedWindowTimeIsChargedToTheReceiver() throws IOException {
        assertThat(write(() -> 77 * MS, everyMs(300))).isTrue();
        assertThat(backPressure.waitedNs()).isEqualTo(11 * MS);
        assertThat(backPressure.blockedNs()).isEqualTo(300 * MS);
        assertThat(write(() -> nowNs / (4 * MS) * 4 * MS, everyMs(300))).isTrue();
        assertThat(backPressure.waitedNs()).isEqualTo((11 + 300) * MS);
        long startNs = nowNs;
        assertThat(write(() -> Math.min(nowNs - startNs, 101 * MS), everyMs(300)))
                .isTrue();
        assertThat(backPressure.waitedNs()).isEqualTo((11 + 300 + 111) * MS);
    }

    @Test
    void failedAttemptsCountAsWait() throws IOException {
        assertThat(write(MS / 2, MS, MS / 4)).isTrue();
        assertThat(backPressure.waitedNs()).isEqualTo(MS / 2 + MS + MS / 4);
        assertThat(backPressure.blockedNs()).isEqualTo(backPressure.waitedNs());
        assertThat(backPressure.blockedSends()).isOne();
    }

    @Test
    void ownPauseBetweenAttemptsIsNotAWait() throws IOException {
        assertThat(write(MS / 2, 500 * MS, MS / 2)).isTrue();
        assertThat(write(300 * MS)).isTrue();
        assertThat(backPressure.waitedNs()).isEqualTo(MS / 2 + MS + MS / 2 + MS);
        assertThat(backPressure.blockedNs()).isEqualTo(MS / 2 + 500 * MS + MS / 2 + 300 * MS);
        assertThat(backPressure.blockedSends()).isEqualTo(2);
    }

    @Test
    void retryCountsWaitsTheSameWay() {
        Slow slow = new Slow(MS / 2, 2 * MS, MS / 2);
        ByteBuffer message = ByteBuffer.allocate(1);
        assertThat(backPressure.retry(() -> slow.write(message) > 0)).isTrue();
        assertThat(backPressure.waitedNs()).isEqualTo(2 * MS);
        assertThat(backPressure.blockedNs()).isEqualTo(3 * MS);
    }
}
