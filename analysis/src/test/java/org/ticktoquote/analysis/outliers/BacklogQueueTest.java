package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.evidence.Cause;

/** Queue of one server, compared with a step-by-step simulation. */
final class BacklogQueueTest {
    private static CauseTimeline stops(long... fromTo) {
        return CauseTimeline.of(List.of(SampleEvidence.exact(Cause.JVM_STOP, fromTo)), cause -> true);
    }

    private static Map<Cause, Long> parts(BacklogQueue queue, long mostNs) {
        Map<Cause, Long> parts = new EnumMap<>(Cause.class);
        queue.backlog(mostNs, (cause, ns) -> parts.merge(cause, ns, Long::sum));
        return parts;
    }

    private static CauseTimeline two(long firstTo, long secondFrom, long secondTo) {
        return CauseTimeline.of(
                List.of(
                        SampleEvidence.exact(Cause.JVM_STOP, 0, firstTo),
                        SampleEvidence.exact(Cause.STEAL, secondFrom, secondTo)),
                cause -> true);
    }

    @Test
    void stopDuringTheWaitOfATickCausesNoBacklogForIt() {
        BacklogQueue queue = new BacklogQueue(30, two(100, 110, 210));
        queue.tick(0);
        queue.tick(105);
        assertThat(queue.backlogNs()).isEqualTo(25);
        assertThat(parts(queue, Long.MAX_VALUE)).isEqualTo(Map.of(Cause.JVM_STOP, 25L));
    }

    @Test
    void sharesBacklogAmongSuccessiveStops() {
        BacklogQueue queue = new BacklogQueue(30, two(100, 125, 225));
        queue.tick(0);
        queue.tick(225);
        assertThat(parts(queue, Long.MAX_VALUE))
                .as("5 of the first tick remained at the second stop")
                .isEqualTo(Map.of(Cause.STEAL, 5L));
        queue = new BacklogQueue(30, two(100, 125, 128));
        queue.tick(0);
        queue.tick(129);
        assertThat(parts(queue, Long.MAX_VALUE)).isEqualTo(Map.of(Cause.STEAL, 3L, Cause.JVM_STOP, 1L));
        assertThat(parts(queue, 3)).isEqualTo(Map.of(Cause.STEAL, 3L));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void agreesWithASimulatedServer(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int series = 0; series < 30; series++) {
            long[] fromTo = new long[2 * random.nextInt(4)];
            long at = 0;
            for (int i = 0; i < fromTo.length; i += 2) {
                fromTo[i] = at + 1 + random.nextInt(40);
                fromTo[i + 1] = fromTo[i] + 1 + random.nextInt(30);
                at = fromTo[i + 1];
            }
            int pace = 1 + random.nextInt(8);
            List<Long> sent = new ArrayList<>();
            for (long next = 0; next < 200; next += random.nextInt(12)) {
                sent.add(next);
            }
            BacklogQueue queue = new BacklogQueue(pace, stops(fromTo));
            long[] without = finished(sent, pace);
            long[] with = finished(sent, pace, fromTo);
            for (int i = 0; i < sent.size(); i++) {
                queue.tick(sent.get(i));
                long own = stopped(sent.get(i), with[i], fromTo);
                assertThat(queue.burstNs())
                        .as("seed %d, series %d, tick %d", seed, series, i)
                        .isEqualTo(without[i] - pace - sent.get(i));
                assertThat(queue.backlogNs())
                        .as("seed %d, series %d, tick %d", seed, series, i)
                        .isEqualTo(Math.max(0, with[i] - without[i] - own));
            }
        }
    }

    /** Completion time of each tick, simulated step by step in FIFO order; a paused server makes no progress. */
    private static long[] finished(List<Long> sent, int pace, long... stops) {
        long[] finished = new long[sent.size()];
        int next = 0;
        int done = 0;
        for (long now = 0; next < finished.length; now++) {
            if (sent.get(next) <= now && stopped(now, now + 1, stops) == 0) {
                done++;
                if (done == pace) {
                    finished[next++] = now + 1;
                    done = 0;
                }
            }
        }
        return finished;
    }

    private static long stopped(long from, long to, long... stops) {
        long stopped = 0;
        for (int i = 0; i < stops.length; i += 2) {
            stopped += Math.max(0, Math.min(to, stops[i + 1]) - Math.max(from, stops[i]));
        }
        return stopped;
    }
}
