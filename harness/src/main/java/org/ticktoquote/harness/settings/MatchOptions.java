package org.ticktoquote.harness.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import picocli.CommandLine.Option;

/** Options that declare how snapshots are matched with ticks. */
@OptionGroup(
        value = "Matching of ticks and snapshots",
        common = {"--match", "--id-tag"})
final class MatchOptions {
    private static final Pattern FORM = Pattern.compile("[!-~]{0,32}?(decimal|hex|utc-time)");
    private static final int MAX_LIMIT = 1 << 24;
    private static final String POWER_OF_TWO = "a power of two from 2 to " + MAX_LIMIT;

    @Option(
            names = "--match",
            defaultValue = Matching.BY_ID,
            paramLabel = "HOW",
            completionCandidates = Ways.class,
            description = "id: snapshots echo tick ids; price: they do not (default: ${DEFAULT-VALUE})")
    private String by = "";

    @Option(
            names = "--id-tag",
            defaultValue = "278",
            paramLabel = "TAG",
            description = "tag of the tick id, or of venue times for --match-keys (default: ${DEFAULT-VALUE})")
    private int tag;

    @Option(
            names = "--id-form",
            defaultValue = "decimal",
            paramLabel = "FORM",
            description = "format of the tag: decimal or hex, after an optional prefix as in "
                    + "T:decimal; or utc-time for --match-keys (default: ${DEFAULT-VALUE})")
    private String form = "";

    @Option(
            names = "--match-keys",
            split = ",",
            paramLabel = "KEYS",
            completionCandidates = Keys.class,
            description = "with --match price, fields that must also agree: size, "
                    + "venue-time-ns, venue-time-us, venue-time-ms (default: none)")
    private List<String> keys = List.of();

    @Option(
            names = "--quoting",
            paramLabel = "SOURCE",
            completionCandidates = Sources.class,
            description =
                    "with --match price: declared (by --half-spreads, --skew and tick size), or learned from the run "
                            + "for each session and pair (default: declared if --half-spreads is given, else learned)")
    private @Nullable String quoting;

    @Option(
            names = "--venue-order",
            paramLabel = "ORDER",
            completionCandidates = Orders.class,
            description = "order in which the application processes the ticks of a pair: total (as sent), or "
                    + "per-venue (as sent by each venue; latencies can be intervals). per-venue excludes "
                    + "--match price, a declared pricing model and a conflation interval "
                    + "(default: per-venue if there are several venues and none of "
                    + "these is given, else total; required if venues share a pair and one of these is given)")
    private @Nullable String venueOrder;

    @Option(
            names = "--open-snapshots",
            defaultValue = "1024",
            paramLabel = "N",
            description = "with --match price or --venue-order per-venue: ambiguous snapshots kept for each "
                    + "session and pair, " + POWER_OF_TWO + "; fewer widen intervals (default: ${DEFAULT-VALUE})")
    private int openSnapshots;

    @Option(
            names = "--remembered-prices",
            defaultValue = "16384",
            paramLabel = "N",
            description = "with --match price: prices kept for each pair and tier, " + POWER_OF_TWO
                    + "; fewer widen intervals (default: ${DEFAULT-VALUE})")
    private int rememberedPrices;

    /** Values of {@code --match}. */
    static final class Ways extends AllowedWords {
        Ways() {
            super(Matching.BY_ID, Matching.BY_PRICE);
        }
    }

    /** Values of {@code --quoting}. */
    static final class Sources extends AllowedWords {
        Sources() {
            super(Matching.DECLARED, Matching.LEARNED);
        }
    }

    /** Values of {@code --match-keys}. */
    static final class Keys extends AllowedWords {
        Keys() {
            super(Matching.SIZE, Matching.VENUE_TIME_NS, Matching.VENUE_TIME_US, Matching.VENUE_TIME_MS);
        }
    }

    /** Values of {@code --venue-order}. */
    static final class Orders extends AllowedWords {
        Orders() {
            super(Matching.TOTAL, Matching.PER_VENUE);
        }
    }

    boolean byPrice() {
        return by.equals(Matching.BY_PRICE);
    }

    List<Problem> problems(boolean builtIn) {
        List<Problem> wrong = new ArrayList<>();
        if (!Matching.canName(tag)) {
            wrong.add(Problem.of("--id-tag").value(tag).expected(Matching.EXPECTED_TAG));
        }
        if (!FORM.matcher(form).matches()) {
            wrong.add(Problem.of("--id-form")
                    .value(form)
                    .expected("decimal, hex or utc-time, optionally with a prefix as in T:decimal"));
        } else if (!byPrice() && builtIn && !form.equals("decimal")) {
            wrong.add(Problem.of("--id-form").value(form).expected("decimal (the form of the built-in application)"));
        } else if (!byPrice() && form.endsWith(Matching.UTC_TIME)) {
            wrong.add(Problem.of("--id-form").value(form).expected("decimal or hex with --match id"));
        }
        new Ways().problem("--match", by).ifPresent(wrong::add);
        if (!byPrice() && !keys.isEmpty()) {
            wrong.add(Problem.of("--match-keys").expected("only with --match price"));
        }
        if (!byPrice() && quoting != null) {
            wrong.add(Problem.of("--quoting").expected("only with --match price"));
        }
        Keys known = new Keys();
        keys.stream()
                .filter(key -> !known.has(key))
                .forEach(key -> wrong.add(
                        Problem.of("--match-keys").value(key).expected("some of " + String.join(", ", known))));
        if (keys.stream()
                        .filter(known::has)
                        .filter(key -> !key.equals(Matching.SIZE))
                        .distinct()
                        .count()
                > 1) {
            wrong.add(Problem.of("--match-keys").value(String.join(",", keys)).expected("one unit of the venue time"));
        }
        new Sources().problem("--quoting", quoting).ifPresent(wrong::add);
        new Orders().problem("--venue-order", venueOrder).ifPresent(wrong::add);
        addLimitProblem("--open-snapshots", openSnapshots, wrong);
        addLimitProblem("--remembered-prices", rememberedPrices, wrong);
        return wrong;
    }

    private static void addLimitProblem(String option, int value, List<Problem> wrong) {
        if (value < 2 || value > MAX_LIMIT || Integer.bitCount(value) != 1) {
            wrong.add(Problem.of(option).value(value).expected(POWER_OF_TWO));
        }
    }

    /** Returns declarations that contradict each other, or have no effect. */
    List<Problem> problems(RunManifest.Declared declared) {
        List<Problem> wrong = new ArrayList<>();
        if (Matching.PER_VENUE.equals(venueOrder)) {
            declared.needsTotalOrder()
                    .ifPresent(what -> wrong.add(Problem.of("--venue-order")
                            .value(Matching.PER_VENUE)
                            .expected("total, on which " + what + " depends")));
        }
        if (declared.conflation().suppressUnchanged() && !declared.model().known()) {
            wrong.add(Problem.of("--suppress-unchanged").expected("--composite with it (a declared model)"));
        }
        return wrong;
    }

    /** Returns the matching. By default, quoting is learned unless spreads are declared. */
    Matching matching(boolean spreadsDeclared) {
        String source = spreadsDeclared ? Matching.DECLARED : Matching.LEARNED;
        return new Matching(
                by,
                tag,
                form,
                keys,
                !byPrice() ? Matching.DECLARED : quoting == null ? source : quoting,
                venueOrder == null ? Matching.UNDECLARED : venueOrder,
                new Matching.Limits(openSnapshots, rememberedPrices));
    }
}
