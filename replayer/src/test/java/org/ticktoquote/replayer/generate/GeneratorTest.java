package org.ticktoquote.replayer.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.statistics.RecordingStatistics;
import org.ticktoquote.replayer.statistics.ReferenceFigures;
import org.ticktoquote.replayer.statistics.StreamFigures;

class GeneratorTest {
    @TempDir
    private Path folder;

    private Recording generate(GeneratorOptions options) {
        Path file = folder.resolve("generated.t2q");
        Generator.write(file, options, share -> assertThat(share).isBetween(0.0, 1.0));
        return Recording.open(file);
    }

    private static GeneratorOptions options(long seed, int minutes, String pairs, int venues, double oneSided) {
        GeneratorOptions defaults = GeneratorOptions.DEFAULT;
        return new GeneratorOptions(
                seed,
                defaults.announcement(),
                TimeUnit.MINUTES.toNanos(minutes),
                pairs,
                venues,
                1,
                oneSided,
                defaults.lockedShare());
    }

    private static RecordingStatistics statistics(Recording recording) {
        return RecordingStatistics.of(recording, RecordingWindow.ALL, index -> {});
    }

    /** If this fails, every cached and published recording changes. Mention this in the change notes. */
    @Test
    void writesTheSameBytesOnEveryJavaVersion() {
        try (Recording recording = generate(options(42, 2, "EUR/USD,EUR/JPY,XAU/USD", 2, 0.2))) {
            assertThat(recording.count()).isEqualTo(14_800);
            assertThat(recording.sha256())
                    .isEqualTo("bcfb30c532490c0d808cfba835391ca7b999539f1a5318e07d194fd40e617151");
        }
    }

    @Test
    void otherSeedWritesOtherBytes() {
        assertThat(sha256(options(2, 2, "3", 1, 0.2))).isNotEqualTo(sha256(options(1, 2, "3", 1, 0.2)));
    }

    private String sha256(GeneratorOptions options) {
        try (Recording recording = generate(options)) {
            return recording.sha256();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 42})
    void matchesPublishedFigures(long seed) {
        try (Recording recording = generate(options(seed, 60, "EUR/USD,NZD/USD,XAU/USD", 1, 0.2))) {
            for (StreamFigures found : statistics(recording).instruments()) {
                StreamFigures published = ReferenceFigures.of(found.stream()).orElseThrow();
                Figures both = new Figures(found, published, found.stream() + ", seed " + seed);
                both.assertLike("quiet rate", 1.5, each -> each.rates().quiet());
                both.assertLike("rate after the news", 1.5, each -> each.rates().news());
                both.assertLike("peak in 10 ms", 1.5, each -> each.peaks().peakPer10Ms());
                both.assertLike("peak in 100 ms", 1.5, each -> each.peaks().peakPer100Ms());
                both.assertLike("peak in 1 s", 1.5, each -> each.peaks().peakPerSecond());
                both.assertLike("quiet dispersion", 2, each -> each.dispersion().quiet());
                both.assertLike("news dispersion", 2, each -> each.dispersion().news());
                both.assertLike("quiet spread", 1.2, each -> each.spreads().quiet());
                both.assertLike("news spread", 1.2, each -> each.spreads().news());
            }
        }
    }

    private record Figures(StreamFigures found, StreamFigures published, String stream) {
        void assertLike(String figure, double factor, Function<StreamFigures, Number> value) {
            double ratio =
                    value.apply(found).doubleValue() / value.apply(published).doubleValue();
            assertThat(ratio)
                    .as("%s: %s over the published one", stream, figure)
                    .isBetween(1 / factor, factor);
        }
    }

    @Test
    void generatesDefaultHourOfFifteenPairs() {
        try (Recording recording = generate(GeneratorOptions.DEFAULT)) {
            recording.verify();
            RecordingStatistics statistics = statistics(recording);
            StreamFigures all = statistics.all();
            assertThat(recording.instruments()).hasSize(15);
            assertThat(all.ticks()).isBetween(100_000L, 200_000L);
            assertThat(all.peaks().peakPerSecond()).isBetween(400L, 1_000L);
            assertThat(all.repeatedShare()).isBetween(0.65, 0.80);
            assertThat((double) all.tops().oneSided() / all.ticks()).isBetween(0.17, 0.23);
            assertThat(all.tops().locked()).isBetween(50L, 400L);
            assertThat(all.tops().crossed()).isZero();
            assertThat(statistics.instruments())
                    .allSatisfy(each -> assertThat(each.rates().quiet()).isBetween(0.4, 2.7));
        }
    }

    @Test
    void placesAnnouncementInTheMiddleAndCanGenerateTwoSidedTicksOnly() {
        try (Recording recording = generate(options(3, 4, "5", 1, 0))) {
            RecordingTime time = recording.times();
            assertThat(RecordingTime.format(time.parse("T0"))).isEqualTo("2014-05-02T12:30:00Z");
            assertThat(recording.header().firstVenueTimeNs()).isBetween(time.parse("T0-2min"), time.parse("T0-110s"));
            assertThat(recording.header().lastVenueTimeNs()).isBetween(time.parse("T0+110s"), time.parse("T0+2min"));
            assertThat(statistics(recording).all().tops().oneSided()).isZero();
        }
    }

    @Test
    void distributesTicksOfAPairAmongVenues() {
        try (Recording recording = generate(options(3, 4, "EUR/USD", 3, 0))) {
            Map<Integer, Integer> ticks = new HashMap<>();
            for (long index = 0; index < recording.count(); index++) {
                ticks.merge(recording.quote(index).venueId(), 1, Integer::sum);
            }
            assertThat(recording.venues()).containsExactly("VENUE-1", "VENUE-2", "VENUE-3");
            assertThat((double) ticks.get(0) / recording.count()).isBetween(0.45, 0.55);
            assertThat((double) ticks.get(2) / recording.count()).isBetween(0.2, 0.3);
        }
    }

    @Test
    void multipliesRates() {
        GeneratorOptions once = options(5, 4, "3", 1, 0.2);
        GeneratorOptions thrice =
                new GeneratorOptions(5, once.announcement(), once.lengthNs(), once.pairs(), 1, 3, 0.2, 0);
        long count;
        try (Recording recording = generate(once)) {
            count = recording.count();
        }
        try (Recording recording = generate(thrice)) {
            assertThat((double) recording.count()).isCloseTo(3.0 * count, Percentage.withPercentage(10));
        }
    }

    @Test
    void keepsCrossesConsistentWithDollarLegs() {
        long checked = 0;
        long arbitrage = 0;
        try (Recording recording = generate(options(6, 20, "EUR/USD,GBP/USD,EUR/GBP", 1, 0))) {
            RecordedQuote[] tops = new RecordedQuote[3];
            for (long index = 0; index < recording.count(); index++) {
                RecordedQuote quote = recording.quote(index);
                tops[quote.instrumentId()] = quote;
                if (tops[0] != null && tops[1] != null && tops[2] != null) {
                    checked++;
                    arbitrage += isArbitrage(tops[0], tops[1], tops[2]) ? 1 : 0;
                }
            }
        }
        assertThat(checked).isGreaterThan(5_000);
        assertThat((double) arbitrage / checked).isLessThan(0.01);
    }

    private static boolean isArbitrage(RecordedQuote euroDollar, RecordedQuote poundDollar, RecordedQuote euroPound) {
        double highest = (double) euroDollar.ask() / poundDollar.bid() * 1e9;
        double lowest = (double) euroDollar.bid() / poundDollar.ask() * 1e9;
        return euroPound.bid() > highest || euroPound.ask() < lowest;
    }

    @Test
    void priceJumpsAfterTheNews() {
        try (Recording recording = generate(options(7, 10, "EUR/USD", 1, 0))) {
            RecordingTime time = recording.times();
            double before = middle(recording, time.parse("T0-60s"));
            double at = middle(recording, time.parse("T0+1.1s"));
            double after = middle(recording, time.parse("T0+3s"));
            assertThat(Math.abs(at - before) / before).isLessThan(0.0005);
            assertThat(Math.abs(after - at) / at).isGreaterThan(0.001);
        }
    }

    private static double middle(Recording recording, long timeNs) {
        RecordedQuote quote = recording.quote(recording.firstAtOrAfter(timeNs));
        return (quote.bid() + quote.ask()) / 2.0;
    }
}
