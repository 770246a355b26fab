package org.ticktoquote.clients.tap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TapAllocationTest {
    private static final int SNAPSHOTS = 21_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    /** Three reads, three snapshots: one whole, then two over two reads. */
    private static byte[][] reads() {
        byte[] message =
                Fix.message("35=W|34=0000002|49=PRICING|56=CLIENT-07|52=20261120-14:12:00.123456|262=t2q-07-1-all|"
                        + "55=EUR/USD|268=2|269=0|278=123456|270=1.10011|271=1000000|269=1|270=1.10013|271=1000000|");
        byte[] both = Fix.join(message, message);
        return new byte[][] {message, Arrays.copyOf(both, 150), Arrays.copyOfRange(both, 150, both.length)};
    }

    @Test
    void aSnapshotAllocatesNothing() throws InterruptedException {
        TapParty party = new TapParty(directory);
        byte[][] reads = reads();
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < SNAPSHOTS; i++) {
                byte[] read = reads[i % reads.length];
                buffer.wrap(read);
                party.connection.read(buffer, 0, read.length, i);
            }
            long allocated =
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            fewest = Math.min(fewest, allocated);
        }

        assertThat(party.session.counters().snapshots()).isEqualTo(3L * SNAPSHOTS);
        assertThat(fewest).as("bytes for %d snapshots", SNAPSHOTS).isLessThan(SNAPSHOTS / 10);
    }
}
