package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.tap.TapCounters.Kind;

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

    private static byte[] update(String type, String body) {
        String head = "35=" + type + "|34=0000002|49=PRICING|56=CLIENT-07|52=20261120-14:12:00.123456|";
        return Fix.message(head + body);
    }

    static Stream<Arguments> updates() {
        byte[] added = update(
                "X",
                "268=2|279=0|269=0|278=7|55=EUR/USD|270=1.10012|271=1000000|279=0|269=1|278=8|55=EUR/USD|270=1.10014|271=1|");
        byte[] changed = update("X", "268=2|279=1|278=7|55=EUR/USD|270=1.10011|279=1|278=8|55=EUR/USD|271=2000000|");
        byte[] gone = update("X", "268=2|279=2|278=7|55=EUR/USD|279=2|278=8|55=EUR/USD|");
        byte[] quote = update("S", "131=r|117=123456|55=EUR/USD|132=1.10011|133=1.10013|134=1000000|135=1000000|");
        byte[] massQuote = update(
                "i",
                "117=q|296=1|302=1|304=2|295=2|299=123456|55=EUR/USD|132=1.10011|133=1.10013|134=1000000|135=1000000|"
                        + "299=123457|55=USD/JPY|132=102.11|133=102.13|134=1000000|135=1000000|");
        byte[] cancel = update("Z", "131=r|117=123456|298=5|55=EUR/USD|");
        return Stream.of(
                Arguments.of("35=W", reads()),
                Arguments.of("35=X", new byte[][] {added, changed, gone}),
                Arguments.of("35=W and 35=X", new byte[][] {reads()[0], added, gone}),
                Arguments.of("35=S, i and Z", new byte[][] {quote, massQuote, cancel}));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updates")
    void readingAPriceAllocatesNothing(String name, byte[][] reads) throws InterruptedException {
        TapParty party = new TapParty(directory, 10 * SNAPSHOTS);
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < SNAPSHOTS; i++) {
                byte[] read = reads[i % reads.length];
                buffer.wrap(read);
                party.connection.read(buffer, 0, read.length, i);
            }
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            fewest = Math.min(fewest, allocated);
        }

        assertThat(party.session.counters().of(Kind.SNAPSHOTS)).as(name).isGreaterThanOrEqualTo(3L * SNAPSHOTS);
        assertThat(fewest).as("bytes for %d reads of %s", SNAPSHOTS, name).isLessThan(SNAPSHOTS / 10);
    }
}
