package org.ticktoquote.host.pingpong;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.hiccup.HiccupMeter;
import org.ticktoquote.core.run.HostPulse;
import org.ticktoquote.host.pingpong.PassResult.PingPlan;
import org.ticktoquote.host.pingpong.PingReceiver.PingTimes;
import org.ticktoquote.host.pingpong.PingpongClient.CompletedPass;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;

/**
 * Measures the pulse of this host for three seconds: p90 of the delays of a timer and of loopback round trips, both at 1 kHz.
 * Does not count datagrams of the first half second, when the JVM compiles. A lost datagram counts as the timeout, 1 s.
 */
public final class PulseMeter {
    /** Duration of a measurement. */
    public static final long DURATION_NS = TimeUnit.SECONDS.toNanos(3);

    private static final int PER_SECOND = 1_000;
    private static final int BYTES = 64;
    private static final int WARM_UP = PER_SECOND / 2;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final double PERCENTILE = 90;
    private static final int DIGITS = 3;
    private static final int ANY_CPU = -1;

    private PulseMeter() {}

    /**
     * Measures for three seconds, on threads that end with the call.
     *
     * @throws ProblemException if there is no loopback interface, or the calling thread is interrupted
     */
    public static HostPulse measure() {
        return measure((int) (PER_SECOND * TimeUnit.NANOSECONDS.toSeconds(DURATION_NS)) - WARM_UP);
    }

    static HostPulse measure(int datagrams) {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (PingpongServer server =
                        PingpongServer.start(Transport.UDP, anyPort, ReceiveMode.BLOCKING, ANY_CPU, "pulse");
                HiccupMeter timer = HiccupMeter.counting("pulse")) {
            CompletedPass pass = new PingpongClient(Transport.UDP, server.address(), ReceiveMode.BLOCKING, ANY_CPU)
                    .run(new PingPlan(BYTES, PER_SECOND, WARM_UP, datagrams, DURATION_NS, TIMEOUT_NS), replies -> {});
            return new HostPulse(timer.takeInterval().getValueAtPercentile(PERCENTILE), roundTripNs(pass));
        }
    }

    private static long roundTripNs(CompletedPass pass) {
        PingTimes times = pass.times();
        Histogram trips = new Histogram(DIGITS);
        for (int sequence = WARM_UP; sequence < pass.sent(); sequence++) {
            trips.recordValue(
                    times.answered(sequence)
                            ? Math.max(0, times.receivedNs(sequence) - times.sentNs(sequence))
                            : TIMEOUT_NS);
        }
        return trips.getValueAtPercentile(PERCENTILE);
    }
}
