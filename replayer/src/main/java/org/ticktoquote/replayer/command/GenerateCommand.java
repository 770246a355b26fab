package org.ticktoquote.replayer.command;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Iterator;
import java.util.Locale;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.replayer.generate.GeneratedPair;
import org.ticktoquote.replayer.generate.Generator;
import org.ticktoquote.replayer.generate.GeneratorOptions;
import org.ticktoquote.replayer.recording.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** {@code t2q generate}: writes a seeded recording that resembles a real announcement. */
@Command(
        name = "generate",
        sortOptions = false,
        description = {
            "Generates a recording of a payroll hour (statistical model).",
            "The same options and seed give the same bytes on every Java version."
        },
        footer = {
            "",
            "Examples:",
            "  t2q generate --out nfp.t2q",
            "  t2q generate --out gold.t2q --pairs EUR/USD,XAU/USD --seed 7",
            "  t2q generate --out dense.t2q --length 10min --venues 3 --rate-factor 2",
            "  t2q recording stats nfp.t2q"
        })
public final class GenerateCommand extends Subcommand {
    private static final int MAX_VENUES = 256;
    private static final Instant EARLIEST = Instant.parse("1971-01-01T00:00:00Z");
    /** Nanoseconds since 1970 overflow a long in April 2262. */
    private static final Instant LATEST = Instant.parse("2262-01-01T00:00:00Z");

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "recording to write or replace")
    private Path out;

    @Option(
            names = "--length",
            paramLabel = "DURATION",
            defaultValue = "60min",
            converter = DurationText.class,
            description = "length, with the announcement in the middle (default: ${DEFAULT-VALUE})")
    @Bounds(least = 1e9, most = 24 * Bounds.HOUR_NS, expected = "1s to 24h")
    private long lengthNs;

    @Option(
            names = "--pairs",
            paramLabel = "COUNT|LIST",
            completionCandidates = Known.class,
            description = "number of pairs in the order below, or symbols separated by commas "
                    + "(default: ${DEFAULT-VALUE}): ${COMPLETION-CANDIDATES}")
    private String pairs = GeneratorOptions.DEFAULT.pairs();

    @Option(
            names = "--venues",
            paramLabel = "COUNT",
            description = "venues that share the ticks of a pair (default: ${DEFAULT-VALUE})")
    @Bounds(least = 1, most = MAX_VENUES, expected = "1.." + MAX_VENUES)
    private int venues = GeneratorOptions.DEFAULT.venues();

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "seed of the random numbers (default: ${DEFAULT-VALUE})")
    private long seed = GeneratorOptions.DEFAULT.seed();

    @Option(
            names = "--rate-factor",
            paramLabel = "FACTOR",
            description = "factor of all tick rates (default: ${DEFAULT-VALUE})")
    @Bounds(least = 0.001, most = 1000, expected = "0.001..1000")
    private double rateFactor = GeneratorOptions.DEFAULT.rateFactor();

    @Option(
            names = "--announcement",
            paramLabel = "INSTANT",
            converter = InstantText.class,
            description = "time of the announcement, T0 (default: ${DEFAULT-VALUE})")
    private Instant announcement = GeneratorOptions.DEFAULT.announcement();

    @Option(
            names = "--one-sided",
            paramLabel = "SHARE",
            description = "share of ticks with only a bid or an ask (default: ${DEFAULT-VALUE})")
    @Bounds(least = 0, most = 1, expected = "0..1")
    private double oneSidedShare = GeneratorOptions.DEFAULT.oneSidedShare();

    @Option(
            names = "--locked",
            paramLabel = "SHARE",
            description = "share of ticks whose bid equals the ask (default: ${DEFAULT-VALUE})")
    @Bounds(least = 0, most = 1, expected = "0..1")
    private double lockedShare = GeneratorOptions.DEFAULT.lockedShare();

    static final class InstantText implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return Instant.parse(text);
            } catch (DateTimeParseException e) {
                throw Problem.ofValue(text)
                        .fault("is not an instant")
                        .expected("an instant as 2014-05-02T12:30:00Z")
                        .exception(e);
            }
        }
    }

    /** The pairs that can be generated, for help and completion. */
    static final class Known implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return GeneratedPair.symbols().iterator();
        }
    }

    @Override
    public Integer call() {
        check();
        GeneratorOptions options = new GeneratorOptions(
                seed, announcement, lengthNs, pairs, venues, rateFactor, oneSidedShare, lockedShare);
        try (Progress progress = Progress.onStandardError()) {
            Generator.write(
                    out,
                    options,
                    share -> progress.update(String.format(Locale.ROOT, "Generating: %.0f %%", share * 100)));
        }
        try (Recording recording = Recording.open(out)) {
            return print(String.format(
                    Locale.ROOT,
                    "%s: %s, %s, sha256 %s",
                    out,
                    CountText.of(recording.count(), "tick"),
                    CountText.of(recording.instruments().size(), "instrument"),
                    recording.sha256()));
        }
    }

    private void check() {
        OptionProblems.requireBounds(this);
        if (announcement.isBefore(EARLIEST) || !announcement.isBefore(LATEST)) {
            throw Problem.of("--announcement")
                    .value(announcement)
                    .expected("between " + EARLIEST + " and " + LATEST)
                    .exception();
        }
    }
}
