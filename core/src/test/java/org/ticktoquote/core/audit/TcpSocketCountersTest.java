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

    @Test
    void readsAllFieldsOfARecentKernel() {
        ByteBuffer answer = answer(236);
        answer.put(INFO + 2, (byte) 3)
                .putLong(INFO + 176, 44)
                .putInt(INFO + 216, 2)
                .putInt(INFO + 232, 65);
        TcpSocketCounters counters = new TcpSocketCounters(answer);
        assertThat(counters.parse()).isTrue();
        assertThat(counters.unreadBytes()).isEqualTo(77);
        assertThat(counters.unsentBytes()).isEqualTo(88);
        assertThat(counters.unanswered()).isEqualTo(3);
        assertThat(counters.retransmits()).isEqualTo(7);
        assertThat(counters.spuriousRetransmits()).isEqualTo(2);
        assertThat(counters.neededRetransmits())
                .as("spurious retransmits are not needed")
                .isEqualTo(5);
        assertThat(counters.windowLimitedNs()).isEqualTo(44_000);
        assertThat(counters.receiveWindow()).isEqualTo(65);
    }

    @Test
    void fieldsMissingInAnOldKernelAreUnknown() {
        TcpSocketCounters counters = new TcpSocketCounters(answer(104));
        assertThat(counters.parse()).isTrue();
        assertThat(counters.retransmits()).isEqualTo(7);
        assertThat(counters.neededRetransmits()).isEqualTo(7);
        assertThat(counters.spuriousRetransmits()).isEqualTo(-1);
        assertThat(counters.windowLimitedNs()).isEqualTo(-1);
        assertThat(counters.receiveWindow()).isEqualTo(-1);
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
