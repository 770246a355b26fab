package org.ticktoquote.pricing.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.truth.RememberedTruth;

/**
 * Compares every price and decision with a reference that evaluates the whole history for each tick in
 * decimal arithmetic.
 */
class PricingAgainstBruteForceTest {
    private static final int TICKS = 400;
    private static final long PIP = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17, 21})
    void agreesOnRandomTicks(long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        Instrument instrument = new Instrument(0, "EUR/USD", PIP, seed % 2 == 0 ? 10_000 : 25_000);
        ApplicationModel model = new ApplicationModel(
                true,
                seed % 3 == 0 ? ApplicationModel.SINGLE : ApplicationModel.BEST_OF_VENUES,
                seed % 4 != 1,
                seed % 2 == 0 ? 40 : 0,
                List.of(0L, 1L, 7L),
                seed - 4);
        List<PricedTick> priced = new ArrayList<>();
        RememberedTruth truth = new RememberedTruth();
        InstrumentDirectory instruments = new InstrumentDirectory();
        instruments.defineAll(List.of(instrument));
        Input<Tick> pricing = new Pricing(model, instruments, truth, () -> 0).inPlace(priced::add);
        List<Tick> history = new ArrayList<>();
        List<Tick> accepted = new ArrayList<>();
        List<BigDecimal> expected = List.of();
        int published = 0;
        for (int i = 1; i <= TICKS; i++) {
            Tick tick = randomTick(random, i);
            boolean late = history.stream()
                    .anyMatch(other -> other.session() == tick.session()
                            && other.venueId() == tick.venueId()
                            && other.venueTimeNs() > tick.venueTimeNs());
            history.add(tick);
            if (!late) {
                accepted.add(tick);
            }
            pricing.put(tick);
            List<BigDecimal> now = late ? List.of() : bruteForce(model, instrument, accepted);
            boolean due = !now.isEmpty() && !now.equals(expected);
            expected = now.isEmpty() ? expected : now;
            published += due ? 1 : 0;
            assertThat(priced).as("seed %d, tick %s", seed, tick).hasSize(published);
            assertThat(truth.ticks).as("seed %d, tick %s", seed, tick).hasSize(i - published);
            if (due) {
                assertThat(prices(priced.get(published - 1).prices()))
                        .as("seed %d, tick %s", seed, tick)
                        .isEqualTo(now);
            }
        }
        assertThat(truth.decisions).as("seed %d: variety", seed).hasSizeGreaterThan(TICKS / 10);
        assertThat(published).as("seed %d: variety", seed).isGreaterThan(TICKS / 40);
    }

    private static Tick randomTick(RandomGenerator random, int id) {
        long session = id <= TICKS / 2 ? 1 : 2;
        long timeNs = (id % (TICKS / 2)) * 10L - random.nextInt(4) * 8L;
        long mid = 1_100_000_000L + random.nextInt(8) * 10_000L;
        long half = random.nextInt(6) * 5_000L - 6_000L;
        int sides = 1 + random.nextInt(3);
        return new Tick(session, id, 0, random.nextInt(3), timeNs, mid - half, mid + half, 1, 1, sides, 0);
    }

    /** Returns bids and asks of all tiers after the last accepted tick, or an empty list if there is no price. */
    private static List<BigDecimal> bruteForce(ApplicationModel model, Instrument instrument, List<Tick> accepted) {
        Tick last = accepted.get(accepted.size() - 1);
        List<long[]> tops = new ArrayList<>();
        for (int venue = 0; venue < 3; venue++) {
            boolean considered = venue == last.venueId() || !model.composite().equals(ApplicationModel.SINGLE);
            long[] top = top(accepted, venue);
            boolean crossed = top[0] > top[1];
            if (venue == last.venueId() && top[2] == 3 && crossed && model.rejectCrossed()) {
                return List.of();
            }
            boolean stale = model.staleAfterNs() > 0 && top[3] < last.venueTimeNs() - model.staleAfterNs();
            if (considered && top[2] == 3 && !stale && !(crossed && model.rejectCrossed())) {
                tops.add(top);
            }
        }
        return tops.isEmpty() ? List.of() : tierPrices(model, instrument, tops);
    }

    /** Returns bid, ask, sides seen, and venue time of the latest accepted tick. */
    private static long[] top(List<Tick> accepted, int venue) {
        long[] top = new long[4];
        for (Tick tick : accepted) {
            if (tick.venueId() == venue) {
                top[0] = tick.carriesBid() ? tick.bid() : top[0];
                top[1] = tick.carriesAsk() ? tick.ask() : top[1];
                top[2] |= tick.sides();
                top[3] = tick.venueTimeNs();
            }
        }
        return top;
    }

    private static List<BigDecimal> tierPrices(ApplicationModel model, Instrument instrument, List<long[]> tops) {
        long bid = tops.stream().mapToLong(top -> top[0]).max().orElseThrow();
        long ask = tops.stream().mapToLong(top -> top[1]).min().orElseThrow();
        if (bid > ask && model.rejectCrossed()) {
            return List.of();
        }
        BigDecimal tenth = BigDecimal.valueOf(PIP).divide(BigDecimal.TEN);
        BigDecimal skew = tenth.multiply(BigDecimal.valueOf(model.skewTenthPips()));
        BigDecimal grid = BigDecimal.valueOf(instrument.tickSize());
        List<BigDecimal> prices = new ArrayList<>();
        for (long spread : model.halfSpreadTenthPips()) {
            BigDecimal half = tenth.multiply(BigDecimal.valueOf(spread));
            BigDecimal tierBid = BigDecimal.valueOf(bid).add(skew).subtract(half);
            BigDecimal tierAsk = BigDecimal.valueOf(ask).add(skew).add(half);
            prices.add(
                    tierBid.divide(grid, 0, RoundingMode.FLOOR).multiply(grid).setScale(0));
            prices.add(
                    tierAsk.divide(grid, 0, RoundingMode.CEILING).multiply(grid).setScale(0));
        }
        return prices;
    }

    private static List<BigDecimal> prices(TierPrices prices) {
        List<BigDecimal> list = new ArrayList<>();
        for (int tier = 0; tier < prices.tiers(); tier++) {
            list.add(BigDecimal.valueOf(prices.bid(tier)));
            list.add(BigDecimal.valueOf(prices.ask(tier)));
        }
        return list;
    }
}
