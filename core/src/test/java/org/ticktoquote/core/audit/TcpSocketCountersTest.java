package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class TcpSocketCountersTest {
    private static final int INFO = 92;

    /** Builds a reply of the kernel. Older kernels return fewer bytes of {@code tcp_info}. */
    private static ByteBuffer answer(int infoBytes) {
        ByteBuffer answer = ByteBuffer.allocate(INFO + infoBytes).order(ByteOrder.nativeOrder());
        answer.putInt(0, answer.capacity())
                .putShort(4, (short) 20)
                .putInt(72, 77)
                .putInt(76, 88);
        return answer.putShort(88, (short) (4 + infoBytes))
                .putShort(90, (short) 2)
                .putInt(INFO + 100, 7);
    }

    private static void assertCounters(ByteBuffer answer, long... expected) {
        TcpSocketCounters counters = new TcpSocketCounters(answer);
        assertThat(counters.parse()).isTrue();
        assertThat(new long[] {
                    counters.unreadBytes(),
                    counters.unsentBytes(),
                    counters.retransmits(),
                    counters.neededRetransmits(),
                    counters.spuriousRetransmits(),
                    counters.windowLimitedNs(),
                    counters.receiveWindow()
                })
                .containsExactly(expected);
    }

    /** Spurious retransmits are not needed. Fields missing in an old kernel are unknown. */
    @Test
    void readsAllFieldsOfARecentAndOfAnOldKernel() {
        ByteBuffer answer = answer(236);
        answer.put(INFO + 2, (byte) 3)
                .putLong(INFO + 176, 44)
                .putInt(INFO + 216, 2)
                .putInt(INFO + 232, 65);
        assertCounters(answer, 77, 88, 7, 5, 2, 44_000, 65);
        TcpSocketCounters counters = new TcpSocketCounters(answer);
        assertThat(counters.parse() ? counters.unanswered() : -1).isEqualTo(3);
        assertCounters(answer(104), 77, 88, 7, 7, -1, -1, -1);
    }

    @Test
    void errorsAndListeningSocketsHaveNoCounters() {
        ByteBuffer error = ByteBuffer.allocate(36).order(ByteOrder.nativeOrder());
        error.putInt(0, 36).putShort(4, (short) 2);
        assertThat(new TcpSocketCounters(error).parse()).isFalse();
        assertThat(new TcpSocketCounters(answer(104).put(17, (byte) 10)).parse())
                .isFalse();
    }
}
