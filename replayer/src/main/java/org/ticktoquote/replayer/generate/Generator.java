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
}
