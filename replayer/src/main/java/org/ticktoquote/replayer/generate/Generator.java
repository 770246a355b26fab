package org.ticktoquote.replayer.generate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.generate.GeneratedPair.Currency;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.RecordingWriter;

/**
 * Writes a recording of an announcement. Merges the ticks of all pairs by time, in memory that does not grow with the
 * recording. Single-threaded. Equal options give equal bytes on every Java version.
 */
public final class Generator {
    private static final double NS_PER_S = 1e9;
    private static final long NS_PER_US = 1_000;
    private static final double SETTLING_S = 20;
    private static final int PROGRESS_EVERY = 1 << 12;

    private final GeneratorOptions options;
    private final List<GeneratedPair> pairs;
    private final long announcementNs;
    private final double fromSecond;
    private final double toSecond;
    private final Map<Currency, CurrencyValue> values = new EnumMap<>(Currency.class);
    private final RandomStream venueChoice;
    private final List<Arrivals> arrivals = new ArrayList<>();
    private final List<List<VenueQuotes>> markets = new ArrayList<>();

    private Generator(GeneratorOptions options) {
        this.options = options;
        this.pairs = GeneratedPair.named(options.pairs());
        this.announcementNs = RecordingTime.nanoseconds(options.announcement());
        this.toSecond = options.lengthNs() / NS_PER_S / 2;
        this.fromSecond = -toSecond;
        RandomStream random = new RandomStream(options.seed());
        double jump = CurrencyValue.jump(random.branch("news"));
        for (Currency currency : Currency.values()) {
            values.put(currency, new CurrencyValue(currency, jump, random.branch("value of " + currency), fromSecond));
        }
        this.venueChoice = random.branch("venues");
        for (int id = 0; id < pairs.size(); id++) {
            addPair(id, random.branch(pairs.get(id).symbol()));
        }
    }

    private void addPair(int id, RandomStream random) {
        GeneratedPair pair = pairs.get(id);
        arrivals.add(new Arrivals(
                id, pair.activity(), options.rateFactor(), fromSecond - SETTLING_S, random.branch("arrivals")));
        markets.add(IntStream.range(0, options.venues())
                .mapToObj(venue -> new VenueQuotes(pair, id, venue, options, random.branch("venue " + venue)))
                .toList());
    }

    /**
     * Writes a recording.
     *
     * @param progress called occasionally with the completed share of the recording, 0 to 1
     */
    public static void write(Path file, GeneratorOptions options, DoubleConsumer progress) {
        new Generator(options).writeTo(file, progress);
    }

    private void writeTo(Path file, DoubleConsumer progress) {
        List<Instrument> instruments = IntStream.range(0, pairs.size())
                .mapToObj(id -> pairs.get(id).instrument(id))
                .toList();
        List<String> venues = IntStream.rangeClosed(1, options.venues())
                .mapToObj(venue -> "VENUE-" + venue)
                .toList();
        try (RecordingWriter writer = RecordingWriter.create(file, instruments, venues, announcementNs)) {
            try {
                writeTicks(writer, progress);
            } catch (RuntimeException e) {
                writer.discard();
                throw e;
            }
        }
    }

    private void writeTicks(RecordingWriter writer, DoubleConsumer progress) {
        PriorityQueue<Arrivals> next = new PriorityQueue<>(
                Comparator.comparingDouble((Arrivals each) -> each.second).thenComparingInt(each -> each.pair));
        for (Arrivals each : arrivals) {
            each.advanceTo(fromSecond);
            next.add(each);
        }
        while (!next.isEmpty() && next.peek().second < toSecond) {
            Arrivals tick = next.remove();
            writer.append(quote(tick.pair, tick.second));
            if (writer.count() % PROGRESS_EVERY == 0) {
                progress.accept((tick.second - fromSecond) / (toSecond - fromSecond));
            }
            tick.advance();
            next.add(tick);
        }
    }

    private RecordedQuote quote(int id, double second) {
        GeneratedPair pair = pairs.get(id);
        long sinceNs = Math.round(second * NS_PER_S / NS_PER_US) * NS_PER_US;
        double rate = dollars(pair.base(), second) / dollars(pair.quote(), second);
        return markets.get(id).get(venue()).tick(announcementNs + sinceNs, second, rate);
    }

    private double dollars(Currency currency, double second) {
        return Objects.requireNonNull(values.get(currency)).dollars(second);
    }

    /** Gives half of the ticks to the first venue, half of the rest to the second, and so on. */
    private int venue() {
        int venue = 0;
        while (venue < options.venues() - 1 && venueChoice.nextBoolean(0.5)) {
            venue++;
        }
        return venue;
    }

    /**
     * Value of a currency in US dollars over time. A pair's rate is the quotient of two values, so crosses agree with their dollar
     * legs.
     *
     * <p>The logarithm of a value is a random walk plus its share of the jump at the news. Volatility rises two minutes before
     * the news and peaks in the burst after it. Most of the jump comes in steps within a second of the start of the burst, the
     * rest as drift. Calls must not go back in time.
     */
    private static final class CurrencyValue {
        private static final double MEAN_JUMP = 0.0022;
        private static final double MIN_JUMP = 0.7;
        /** Cumulative move as a multiple of the jump, with overshoot. */
        private static final PiecewiseLinear JUMP = PiecewiseLinear.through(
                1.15, 0, 1.2, 0.1, 1.45, 0.15, 1.5, 0.45, 1.75, 0.5, 1.8, 0.72, 2.6, 0.75, 3, 0.78, 5, 0.8, 6, 0.92, 20,
                1.02, 60, 1.05, 300, 0.9, 1800, 0.95);
        /** Volatility as a multiple of the quiet market's. */
        private static final PiecewiseLinear VOLATILITY_FACTOR = PiecewiseLinear.through(
                -120, 1, -110, 1.6, 0, 1.8, 1.15, 1.8, 1.2, 9, 10, 8, 30, 4, 60, 2.6, 300, 1.8, 1800, 1.3);

        private final Currency currency;
        private final double jump;
        private final RandomStream random;
        private double second;
        private double walk;

        CurrencyValue(Currency currency, double jump, RandomStream random, double fromSecond) {
            this.currency = currency;
            this.jump = jump;
            this.random = random;
            this.second = fromSecond;
        }

        /** Draws the jump of all currencies. */
        static double jump(RandomStream news) {
            double size = MEAN_JUMP * (MIN_JUMP + (2 - 2 * MIN_JUMP) * news.nextDouble());
            return news.nextBoolean(0.5) ? size : -size;
        }

        double dollars(double moment) {
            if (moment > second && currency.volatility > 0) {
                double deviation =
                        currency.volatility * VOLATILITY_FACTOR.at(moment) * StrictMath.sqrt(moment - second);
                walk += deviation * random.nextGaussian();
                second = moment;
            }
            return currency.dollars * StrictMath.exp(walk + jump * currency.sensitivity * JUMP.at(moment));
        }
    }

    /**
     * Top of book of one pair at one venue. Turns the time of a tick and the pair's rate into a quote.
     *
     * <p>The spread widens in the last seconds before the announcement, is widest for the first 25 s of the burst, narrows
     * quickly in the next 20 s, and then slowly for half an hour. Bid and ask vary around the rate by a fraction of the spread
     * and are rounded to the tick size, so that prices repeat.
     */
    private static final class VenueQuotes {
        /** Spread between quiet (0) and widest (1). Values above 1 are limited to the widest. */
        private static final PiecewiseLinear WIDENING = PiecewiseLinear.through(
                -300, 0, -120, 0.04, -60, 0.1, -13, 0.15, -10, 0.62, 1.2, 0.66, 1.5, 1.25, 24, 1.25, 32, 0.6, 45, 0.15,
                60, 0.09, 120, 0.07, 300, 0.035, 600, 0.02, 1800, 0.01);

        private static final double SPREAD_VARIATION = 0.05;
        private static final double FLICKER = 0.03;
        private static final long[] MILLIONS = {1, 1, 1, 2, 2, 3, 5, 10};
        private static final long MILLION = 1_000_000;

        private final GeneratedPair pair;
        private final int instrumentId;
        private final int venueId;
        private final GeneratorOptions options;
        private final RandomStream random;
        private long bid = Price.NONE;
        private long ask = Price.NONE;

        VenueQuotes(GeneratedPair pair, int instrumentId, int venueId, GeneratorOptions options, RandomStream random) {
            this.pair = pair;
            this.instrumentId = instrumentId;
            this.venueId = venueId;
            this.options = options;
            this.random = random;
        }

        /** Returns the quote of a tick. It changes the top of book, but a locked quote can repeat the previous quote. */
        RecordedQuote tick(long venueTimeNs, double second, double rate) {
            long spread = spread(second);
            double flicker = FLICKER * spread * random.nextGaussian();
            long newBid = onGrid(rate * Price.SCALE + flicker - spread / 2.0);
            long newAsk = newBid + spread;
            if (newBid == bid && newAsk == ask) {
                boolean narrows = spread > pair.tickSize() && random.nextBoolean(0.5);
                newAsk += narrows ? -pair.tickSize() : pair.tickSize();
            }
            boolean first = bid == Price.NONE;
            if (!first && random.nextBoolean(options.lockedShare())) {
                return quote(venueTimeNs, newBid, newBid);
            }
            if (!first && random.nextBoolean(options.oneSidedShare())) {
                return oneSided(venueTimeNs, newBid, newAsk);
            }
            return quote(venueTimeNs, newBid, newAsk);
        }

        /** Changes one side, or both if one alone would lock or cross the other side's old price. */
        private RecordedQuote oneSided(long venueTimeNs, long newBid, long newAsk) {
            boolean ofBid = newAsk == ask || (newBid != bid && random.nextBoolean(0.5));
            if (ofBid) {
                return quote(venueTimeNs, newBid, newBid < ask ? Price.NONE : newAsk);
            }
            return quote(venueTimeNs, newAsk > bid ? Price.NONE : newBid, newAsk);
        }

        private RecordedQuote quote(long venueTimeNs, long newBid, long newAsk) {
            bid = newBid == Price.NONE ? bid : newBid;
            ask = newAsk == Price.NONE ? ask : newAsk;
            return new RecordedQuote(
                    venueTimeNs, instrumentId, venueId, newBid, newAsk, quantity(newBid), quantity(newAsk));
        }

        private long spread(double second) {
            double widest = pair.newsSpreadPips() * pair.pip();
            double quiet = pair.quietSpreadPips() * pair.pip();
            double usual = quiet + (widest - quiet) * WIDENING.at(second);
            double now = usual * (1 + SPREAD_VARIATION * random.nextGaussian());
            return Math.max(pair.tickSize(), onGrid(Math.min(now, widest)));
        }

        private long onGrid(double price) {
            return Math.round(price / pair.tickSize()) * pair.tickSize();
        }

        private long quantity(long price) {
            return price == Price.NONE ? 0 : MILLIONS[random.nextInt(MILLIONS.length)] * MILLION;
        }
    }

    /**
     * Arrival times of an instrument's ticks, from a Hawkes process in its branching form (Hawkes and Oakes, 1974).
     *
     * <p>Immigrants form a Poisson process whose rate follows the instrument's activity. Every tick triggers a Poisson number of
     * further ticks, {@code branching} on average, with delays on three scales: fast machines, other machines, humans. The
     * immigrant rate is multiplied by 1 - branching, so that the mean rate equals the activity. In the silence after the
     * announcement nearly all ticks are suppressed.
     *
     * <p>Times are seconds since the announcement. Holds only triggered ticks that are still pending.
     */
    private static final class Arrivals {
        private static final double LOOK_AHEAD_S = 1;
        private static final double SILENCE_FROM_S = 0.5;
        private static final double SILENCE_TO_S = 1.2;
        private static final double SUPPRESSED = 0.97;

        private static final double PEOPLE_SHARE = 0.18;
        private static final double MACHINES_DELAY_S = 0.004;
        private static final double OTHERS_DELAY_S = 0.075;
        private static final double PEOPLE_DELAY_S = 1.5;

        private final int pair;
        private final MarketActivity activity;
        private final double branching;
        private final double immigrantFactor;
        private final RandomStream random;
        private final PriorityQueue<Double> triggered = new PriorityQueue<>();
        private double immigrant;
        /** Second of the current tick. */
        private double second;

        /** Generates arrivals from a given second. Start some seconds early, so that the process can settle. */
        Arrivals(int pair, MarketActivity activity, double rateFactor, double fromSecond, RandomStream random) {
            this.pair = pair;
            this.activity = activity;
            this.branching = activity.branching();
            this.immigrantFactor = rateFactor * (1 - branching);
            this.random = random;
            this.immigrant = immigrantAfter(fromSecond);
        }

        /** Moves to the first tick at or after a second. */
        void advanceTo(double fromSecond) {
            do {
                advance();
            } while (second < fromSecond);
        }

        /** Moves to the next tick, and triggers its followers. */
        void advance() {
            do {
                second = candidate();
            } while (!isKept());
            trigger();
        }

        private double candidate() {
            Double first = triggered.peek();
            if (first != null && first <= immigrant) {
                triggered.poll();
                return first;
            }
            double next = immigrant;
            immigrant = immigrantAfter(next);
            return next;
        }

        /** Returns the next point of the inhomogeneous Poisson process, by thinning (Lewis and Shedler, 1979) in steps of a second. */
        private double immigrantAfter(double moment) {
            double from = moment;
            while (true) {
                double to = from + LOOK_AHEAD_S;
                double bound = activity.highestBetween(from, to) * immigrantFactor;
                double candidate = from + random.nextExponential() / bound;
                if (candidate >= to) {
                    from = to;
                } else if (random.nextDouble() * bound < activity.perSecond(candidate) * immigrantFactor) {
                    return candidate;
                } else {
                    from = candidate;
                }
            }
        }

        private boolean isKept() {
            boolean silence = second >= SILENCE_FROM_S && second < SILENCE_TO_S;
            return !silence || !random.nextBoolean(SUPPRESSED);
        }

        private void trigger() {
            for (int left = random.nextPoisson(branching); left > 0; left--) {
                triggered.add(second + delay());
            }
        }

        private double delay() {
            double kind = random.nextDouble();
            double mean = kind < activity.machines()
                    ? MACHINES_DELAY_S
                    : kind < 1 - PEOPLE_SHARE ? OTHERS_DELAY_S : PEOPLE_DELAY_S;
            return mean * random.nextExponential();
        }
    }
}
