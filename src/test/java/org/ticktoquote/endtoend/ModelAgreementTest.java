package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Decoder.FeedMessage;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Sequencer;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.MinimalPricing;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.price.Pricing;
import org.ticktoquote.pricing.truth.Truth;

/** Compares the analysis model with the built-in application over the same crossed and locked markets. */
class ModelAgreementTest {
    private static final int TICKS = 500;
    private static final int VENUES = 3;
    private static final List<Instrument> INSTRUMENTS =
            List.of(new Instrument(0, "EUR/USD", 100_000, 10_000), new Instrument(1, "USD/JPY", 10_000_000, 2_500_000));

    private final List<PricedTick> priced = new ArrayList<>();
    private int crossedPrices;

    static IntStream seeds() {
        return IntStream.range(0, 240);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void modelAndApplicationAgreeOnDueTicksAndPrices(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        ApplicationModel model = new ApplicationModel(
                true,
                seed % 2 == 0 ? ApplicationModel.BEST_OF_VENUES : ApplicationModel.SINGLE,
                seed / 2 % 2 == 0,
                seed / 4 % 3 * 40L,
                List.of(0L, 1L, 7L),
                random.nextInt(7) - 3);
        InstrumentDirectory instruments = new InstrumentDirectory();
        Input<Tick> application = new Pricing(model, instruments, Truth.NONE, () -> 0).inPlace(priced::add);
        compare(model, instruments, application, random);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nullResponderEqualsTheSingleVenueModelWithoutSpread(int seed) {
        ApplicationModel model = new ApplicationModel(true, ApplicationModel.SINGLE, seed % 2 == 0, 0, List.of(0L), 0);
        InstrumentDirectory instruments = new InstrumentDirectory();
        Input<Tick> application =
                new MinimalPricing(model.rejectCrossed(), instruments, priced::add, Truth.NONE, () -> 0);
        compare(model, instruments, application, new SplittableRandom(seed));
    }

    private void compare(
            ApplicationModel model, InstrumentDirectory instruments, Input<Tick> application, RandomGenerator random) {
        DueTicks analysis = new DueTicks(model, INSTRUMENTS, VENUES);
        Sequencer sequencer = new Sequencer(application, instruments, new FeedCounters());
        sequencer.put(new FeedMessage.Position(1, 1, true));
        INSTRUMENTS.forEach(instrument -> sequencer.put(new FeedMessage.InstrumentDefined(instrument)));
        boolean ordered = model.halfSpreadTenthPips().size() == 1; // the null responder ignores venue times
        for (int id = 1; id <= TICKS; id++) {
            Tick tick = tick(random, id, ordered);
            if (id == TICKS / 2) {
                analysis.newFeedSession(tick.venueTimeNs());
            }
            int before = priced.size();
            sequencer.put(tick);
            long due = analysis.dueTiers(record(tick));
            assertThat(priced.size() > before ? priced.get(before).changedTiers() : 0)
                    .as("tiers of %s under %s", tick, model)
                    .isEqualTo(due);
            if (due != 0) {
                samePrices(priced.get(before), analysis, tick, model);
            }
        }
        assertThat(priced).hasSizeGreaterThan(TICKS / 10);
        assertThat(crossedPrices > 0).as("crossed prices").isEqualTo(!model.rejectCrossed());
    }

    private void samePrices(PricedTick quoted, DueTicks analysis, Tick tick, ApplicationModel model) {
        for (int tier = 0; tier < quoted.prices().tiers(); tier++) {
            assertThat(List.of(quoted.prices().bid(tier), quoted.prices().ask(tier)))
                    .as("tier %d of %s under %s", tier, tick, model)
                    .containsExactly(
                            analysis.expectedBid(tick.instrumentId(), tier),
                            analysis.expectedAsk(tick.instrumentId(), tier));
        }
        crossedPrices += quoted.compositeBid() > quoted.compositeAsk() ? 1 : 0;
    }

    /** Returns a tick with one of few prices, so that venue tops and composites are often crossed or locked. */
    private static Tick tick(RandomGenerator random, int id, boolean ordered) {
        int instrument = random.nextInt(2);
        long step = INSTRUMENTS.get(instrument).tickSize();
        long bid = (400 + random.nextInt(6)) * step;
        long ask = (402 + random.nextInt(6)) * step;
        long session = id < TICKS / 2 ? 1 : 2;
        long timeNs = (id + session) * 10L - (ordered ? 0 : random.nextInt(3) * 8L);
        int sides = 1 + random.nextInt(3);
        return new Tick(session, id, instrument, random.nextInt(VENUES), timeNs, bid, ask, 1, 1, sides, 0);
    }

    private static TickRecord record(Tick tick) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        TickRecord.putSource(buffer, 0, tick.venueTimeNs(), tick.instrumentId(), tick.venueId(), tick.sides());
        TickRecord.putTop(buffer, 0, tick.bid(), tick.ask(), tick.bidQuantity(), tick.askQuantity());
        return new TickRecord(buffer, 0);
    }
}
