package org.ticktoquote.host.offset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.host.offset.HostClocks.Lead;
import org.ticktoquote.host.offset.HostClocks.OffsetEstimate;

/** Simulates exchanges with random delays and a known offset. A fifth of the delays are much longer. */
class OffsetEstimateTest {
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000L;

    private final long seed = 20_261_127;
    private final RandomGenerator random = new SplittableRandom(seed);

    OffsetEstimateTest() {
        System.out.println("seed " + seed);
    }

    private long delayNs() {
        long usual = 40_000L + random.nextInt(30_000);
        return random.nextInt(5) == 0 ? usual + random.nextLong(3_000_000) : usual;
    }

    private List<PeerClockReading> exchanges(long lengthNs, LongUnaryOperator lead) {
        List<PeerClockReading> exchanges = new ArrayList<>();
        long begin = 77 * S;
        for (long burst = begin; burst < begin + lengthNs; burst += S) {
            long now = burst;
            for (int i = 0; i < 8; i++) {
                long there = now + delayNs();
                long back = there + delayNs();
                exchanges.add(new PeerClockReading(now, there + lead.applyAsLong(there), back));
                now = back;
            }
        }
        return exchanges;
    }

    /** Estimates the lead from exchanges of this length. It must be true at all of them. */
    private List<Lead> leads(long lengthNs, LongUnaryOperator lead) {
        List<PeerClockReading> exchanges = exchanges(lengthNs, lead);
        OffsetEstimate estimate = OffsetEstimate.of(exchanges);
        for (PeerClockReading exchange : exchanges) {
            Lead found = estimate.at(exchange.beforeNs());
            assertThat(Math.abs(found.aheadNs() - lead.applyAsLong(exchange.beforeNs())))
                    .as("error at %d", exchange.beforeNs())
                    .isLessThanOrEqualTo(found.boundNs());
        }
        return estimate.leads();
    }

    @Test
    void findsOffsetsRatesAndJumpsWithinTheirBounds() {
        assertThat(leads(40 * S, own -> 5_000 * S + 123))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.boundNs()).isLessThan(60_000));

        assertThat(leads(60 * S, own -> -1_000 * S + own / 20_000)) // 50 ppm
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.boundNs()).isLessThan(80_000));

        assertThat(leads(40 * S, own -> Math.max(0, own - 97 * S) / 2_000)) // after 20 s 500 ppm
                .hasSizeGreaterThan(2);

        assertThat(leads(4 * S, own -> own < 79 * S ? 0 : 20 * MS).get(0).boundNs())
                .isGreaterThan(9 * MS);
    }

    @Test
    void translatesBetweenTwoRemoteHosts() {
        LongUnaryOperator one = own -> 1_000 * S + own / 50_000;
        LongUnaryOperator other = own -> 5_000 * S - own / 30_000;
        OffsetEstimate clients = OffsetEstimate.of(exchanges(40 * S, one));
        OffsetEstimate replayer = OffsetEstimate.of(exchanges(40 * S, other));
        ClockTranslation translation = HostClocks.between(clients, replayer);
        for (long own = 77 * S; own < 117 * S; own += S / 3) {
            long error = translation.toRun(own + one.applyAsLong(own)) - (own + other.applyAsLong(own));
            assertThat(Math.abs(error)).isLessThanOrEqualTo(translation.boundNs());
        }
        assertThat(translation.boundNs()).isLessThan(200_000);
    }

    @Test
    void singleExchangeBoundsOffsetByItsRoundTrip() {
        OffsetEstimate estimate = OffsetEstimate.of(List.of(new PeerClockReading(100, 1_150, 200)));
        assertThat(estimate.at(150).aheadNs()).isEqualTo(1_000);
        assertThat(estimate.at(150).boundNs()).isBetween(50L, 52L);
    }
}
