package org.ticktoquote.replayer.generate;

import java.nio.file.Path;
import java.util.ArrayList;
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
    private final CurrencyValues values;
    private final RandomStream venueChoice;
    private final List<Arrivals> arrivals = new ArrayList<>();
    private final List<List<VenueQuotes>> markets = new ArrayList<>();

    private record Tick(double second, int pair) implements Comparable<Tick> {
        @Override
        public int compareTo(Tick other) {
            int bySecond = Double.compare(second, other.second);
            return bySecond != 0 ? bySecond : Integer.compare(pair, other.pair);
        }
    }

    private Generator(GeneratorOptions options) {
        this.options = options;
        this.pairs = Pairs.named(options.pairs());
        this.announcementNs = RecordingTime.nanoseconds(options.announcement());
        this.toSecond = options.lengthNs() / NS_PER_S / 2;
        this.fromSecond = -toSecond;
        RandomStream random = new RandomStream(options.seed());
        this.values = new CurrencyValues(random, fromSecond);
        this.venueChoice = random.branch("venues");
        for (int id = 0; id < pairs.size(); id++) {
            addPair(id, random.branch(pairs.get(id).symbol()));
        }
    }

    private void addPair(int id, RandomStream random) {
        GeneratedPair pair = pairs.get(id);
        arrivals.add(new Arrivals(
                pair.activity(), options.rateFactor(), fromSecond - SETTLING_S, random.branch("arrivals")));
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
        PriorityQueue<Tick> next = new PriorityQueue<>();
        for (int pair = 0; pair < pairs.size(); pair++) {
            next.add(tickAfterBegin(pair));
        }
        while (!next.isEmpty() && next.peek().second() < toSecond) {
            Tick tick = next.remove();
            writer.append(quote(tick));
            if (writer.count() % PROGRESS_EVERY == 0) {
                progress.accept((tick.second() - fromSecond) / (toSecond - fromSecond));
            }
            next.add(new Tick(arrivals.get(tick.pair()).next(), tick.pair()));
        }
    }

    private Tick tickAfterBegin(int pair) {
        double second = arrivals.get(pair).next();
        while (second < fromSecond) {
            second = arrivals.get(pair).next();
        }
        return new Tick(second, pair);
    }

    private RecordedQuote quote(Tick tick) {
        GeneratedPair pair = pairs.get(tick.pair());
        long sinceNs = Math.round(tick.second() * NS_PER_S / NS_PER_US) * NS_PER_US;
        double rate = values.rate(pair.base(), pair.quote(), tick.second());
        return markets.get(tick.pair()).get(venue()).tick(announcementNs + sinceNs, tick.second(), rate);
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
     * Values of currencies in US dollars over time. A pair's rate is the quotient of two values, so crosses agree with their
     * dollar legs.
     *
     * <p>The logarithm of a value is a random walk plus its share of the jump at the news. Volatility rises two minutes before
     * the news and peaks in the burst after it. Most of the jump comes in steps within a second of the start of the burst, the
     * rest as drift. Calls must not go back in time.
     */
    private static final class CurrencyValues {
        private static final double MEAN_JUMP = 0.0022;
        private static final double MIN_JUMP = 0.7;

        /** Cumulative move as a multiple of the jump, with overshoot. */
        private static final PiecewiseLinear JUMP = PiecewiseLinear.through(
                1.15, 0, 1.2, 0.1, 1.45, 0.15, 1.5, 0.45, 1.75, 0.5, 1.8, 0.72, 2.6, 0.75, 3, 0.78, 5, 0.8, 6, 0.92, 20,
                1.02, 60, 1.05, 300, 0.9, 1800, 0.95);

        /** Volatility as a multiple of the quiet market's. */
        private static final PiecewiseLinear VOLATILITY_FACTOR = PiecewiseLinear.through(
                -120, 1, -110, 1.6, 0, 1.8, 1.15, 1.8, 1.2, 9, 10, 8, 30, 4, 60, 2.6, 300, 1.8, 1800, 1.3);

        private final double jump;
        private final Map<Currency, Walk> walks = new EnumMap<>(Currency.class);

        CurrencyValues(RandomStream random, double fromSecond) {
            RandomStream news = random.branch("news");
            double size = MEAN_JUMP * (MIN_JUMP + (2 - 2 * MIN_JUMP) * news.nextDouble());
            this.jump = news.nextBoolean(0.5) ? size : -size;
            for (Currency currency : Currency.values()) {
                walks.put(currency, new Walk(currency.volatility, random.branch("value of " + currency), fromSecond));
            }
        }

        /** Returns the price of one unit of the base currency in units of the quote currency. */
        double rate(Currency base, Currency quote, double second) {
            return dollars(base, second) / dollars(quote, second);
        }

        private double dollars(Currency currency, double second) {
            Walk walk = Objects.requireNonNull(walks.get(currency));
            double change = walk.until(second) + jump * currency.sensitivity * JUMP.at(second);
            return currency.dollars * StrictMath.exp(change);
        }

        private static final class Walk {
            private final double volatility;
            private final RandomStream random;
            private double second;
            private double position;

            Walk(double volatility, RandomStream random, double fromSecond) {
                this.volatility = volatility;
                this.random = random;
                this.second = fromSecond;
            }

            double until(double moment) {
                if (moment > second && volatility > 0) {
                    double deviation = volatility * VOLATILITY_FACTOR.at(moment) * StrictMath.sqrt(moment - second);
                    position += deviation * random.nextGaussian();
                    second = moment;
                }
                return position;
            }
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

        private final MarketActivity activity;
        private final double branching;
        private final double immigrantFactor;
        private final RandomStream random;
        private final PriorityQueue<Double> triggered = new PriorityQueue<>();
        private double immigrant;

        /** Generates arrivals from a given second. Start some seconds early, so that the process can settle. */
        Arrivals(MarketActivity activity, double rateFactor, double fromSecond, RandomStream random) {
            this.activity = activity;
            this.branching = activity.branching();
            this.immigrantFactor = rateFactor * (1 - branching);
            this.random = random;
            this.immigrant = immigrantAfter(fromSecond);
        }

        /** Returns the second of the next tick. */
        double next() {
            while (true) {
                double second = advance();
                if (isKept(second)) {
                    trigger(second);
                    return second;
                }
            }
        }

        private double advance() {
            Double first = triggered.peek();
            if (first != null && first <= immigrant) {
                triggered.poll();
                return first;
            }
            double second = immigrant;
            immigrant = immigrantAfter(second);
            return second;
        }

        /** Returns the next point of the inhomogeneous Poisson process, by thinning (Lewis and Shedler, 1979) in steps of a second. */
        private double immigrantAfter(double second) {
            double from = second;
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

        private boolean isKept(double second) {
            boolean silence = second >= SILENCE_FROM_S && second < SILENCE_TO_S;
            return !silence || !random.nextBoolean(SUPPRESSED);
        }

        private void trigger(double second) {
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
