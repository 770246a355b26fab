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

/** Options that declare how snapshots are attributed to ticks. */
@OptionGroup("Which tick a snapshot reflects")
final class MatchOptions {
    private static final Pattern FORM = Pattern.compile("[!-~]{0,32}?(decimal|hex|utc-time)");
    private static final int MAX_LIMIT = 1 << 24;

    @Option(
            names = "--match",
            defaultValue = Matching.BY_ID,
            paramLabel = "HOW",
            completionCandidates = Ways.class,
            description =
                    "id: a snapshot echoes the id of its tick; price: it echoes nothing, and prices are aligned in"
                            + " order (default: ${DEFAULT-VALUE})")
    private String by = "";

    @Option(
            names = "--id-tag",
            defaultValue = "278",
            paramLabel = "TAG",
            description = "tag in which a snapshot names its tick, or with --match price gives the key venue-time-..."
                    + " (default: ${DEFAULT-VALUE})")
    private int tag;

    @Option(
            names = "--id-form",
            defaultValue = "decimal",
            paramLabel = "FORM",
            description = "how the tag's value is written: decimal or hex, after a literal prefix as in T:decimal; or"
                    + " utc-time (default: ${DEFAULT-VALUE})")
    private String form = "";

    @Option(
            names = "--match-keys",
            split = ",",
            paramLabel = "KEYS",
            completionCandidates = Keys.class,
            description = "with --match price, what must agree too: size, venue-time-ns, venue-time-us, venue-time-ms"
                    + " (default: none)")
    private List<String> keys = List.of();

    @Option(
            names = "--quoting",
            paramLabel = "SOURCE",
            completionCandidates = Sources.class,
            description = "with --match price: declared (--half-spreads, --skew, tick size) or learned from the run for"
                    + " each session and pair (default: declared where half spreads are, else learned)")
    private @Nullable String quoting;

    @Option(
            names = "--venue-order",
            paramLabel = "ORDER",
            completionCandidates = Orders.class,
            description =
                    "total: the application takes the ticks of a pair in the order sent, whichever venue they are of;"
                            + " per-venue: each venue on a path of its own (a connection, a thread), so that a snapshot can show"
                            + " ticks of others that it does not name, and figures are intervals. The latter is not for --match"
                            + " price, --composite and other options of the declared price, --conflation with a time and"
                            + " --suppress-unchanged (default:"
                            + " per-venue where --venues has several and none of these is given, else total; where venues share a pair"
                            + " and"
                            + " one of these is given, total must be said)")
    private @Nullable String venueOrder;

    @Option(
            names = "--open-snapshots",
            defaultValue = "1024",
            paramLabel = "N",
            description =
                    "with --match price or --venue-order per-venue: snapshots of a session and pair whose ticks may be"
                            + " open at once; more makes intervals wider (default: ${DEFAULT-VALUE})")
    private int openSnapshots;

    @Option(
            names = "--remembered-prices",
            defaultValue = "16384",
            paramLabel = "N",
            description =
                    "with --match price: prices of a pair and tier that are remembered; fewer makes intervals wider"
                            + " (default: ${DEFAULT-VALUE})")
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
        new Sources().problem("--quoting", quoting).ifPresent(wrong::add);
        new Orders().problem("--venue-order", venueOrder).ifPresent(wrong::add);
        addLimitProblem("--open-snapshots", openSnapshots, wrong);
        addLimitProblem("--remembered-prices", rememberedPrices, wrong);
        return wrong;
    }

    private static void addLimitProblem(String option, int value, List<Problem> wrong) {
        if (value < 2 || value > MAX_LIMIT || Integer.bitCount(value) != 1) {
            wrong.add(Problem.of(option).value(value).expected("a power of two from 2 to " + MAX_LIMIT));
        }
    }

    /** Returns a mistake if the order of venues contradicts other declarations. */
    List<Problem> problems(RunManifest.Declared declared) {
        boolean perVenue = Matching.PER_VENUE.equals(venueOrder);
        return declared
                .needsTotalOrder()
                .filter(what -> perVenue)
                .map(what -> Problem.of("--venue-order")
                        .value(Matching.PER_VENUE)
                        .expected("total, on which " + what + " depends"))
                .stream()
                .toList();
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
