package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.List;

/**
 * Faults on purpose: {@code drop:share=0.01,seed=1}, {@code duplicate:share=0.01,seed=1},
 * {@code reorder:share=0.01,seed=1}, {@code old-price:share=0.01,seed=1},
 * {@code delay-session:session=3,by=20ms}, {@code delay-venue:venue=1,by=2ms} or
 * {@code disconnect:session=3,after=500} (quotes sent to it).
 *
 * <p>Which quote is hit depends on seed, tick and session only. Images on subscription are neither dropped nor
 * duplicated nor reordered.
 */
public final class Faults {
    public static final Faults NONE = new Faults(List.of());

    private static final int MOST_VENUES = 256;

    private final List<Fault> faults;

    private sealed interface Fault {}

    private record Drop(double share, long seed) implements Fault {}

    private record Duplicate(double share, long seed) implements Fault {}

    private record Reorder(double share, long seed) implements Fault {}

    private record OldPrice(double share, long seed) implements Fault {}

    private record DelayVenue(int venue, long byNs) implements Fault {}

    private record DelaySession(int session, long byNs) implements Fault {}

    private record Disconnect(int session, long afterQuotes) implements Fault {}

    private Faults(List<Fault> faults) {
        this.faults = List.copyOf(faults);
    }

    /**
     * One fault a text.
     *
     * @throws Refusal naming the text and what was expected
     */
    public static Faults parse(List<String> texts, int sessions) {
        List<Fault> faults = new ArrayList<>();
        for (String text : texts) {
            faults.add(fault(Spec.parse(text), sessions));
        }
        return new Faults(faults);
    }

    private static Fault fault(Spec spec, int sessions) {
        return switch (spec.name()) {
            case "drop" -> new Drop(share(spec), seed(spec));
            case "duplicate" -> new Duplicate(share(spec), seed(spec));
            case "reorder" -> new Reorder(share(spec), seed(spec));
            case "old-price" -> new OldPrice(share(spec), seed(spec));
            case "delay-venue" -> {
                spec.allow("venue", "by");
                yield new DelayVenue((int) spec.number("venue", 0, MOST_VENUES - 1L), spec.durationNs("by"));
            }
            case "delay-session" -> {
                spec.allow("session", "by");
                yield new DelaySession((int) spec.number("session", 0, sessions - 1L), spec.durationNs("by"));
            }
            case "disconnect" -> {
                spec.allow("session", "after");
                yield new Disconnect(
                        (int) spec.number("session", 0, sessions - 1L), spec.number("after", 1, Long.MAX_VALUE));
            }
            default ->
                throw spec.refused("", "drop, duplicate, reorder, old-price, delay-session, delay-venue or disconnect");
        };
    }

    private static double share(Spec spec) {
        return spec.allow("share", "seed").fraction("share", 1);
    }

    private static long seed(Spec spec) {
        return spec.has("seed") ? spec.number("seed", Long.MIN_VALUE, Long.MAX_VALUE) : 0;
    }

    public boolean none() {
        return faults.isEmpty();
    }

    boolean drops(Quote quote) {
        return !quote.image()
                && faults.stream()
                        .anyMatch(fault -> fault instanceof Drop drop && hit(drop.share(), drop.seed(), quote));
    }

    boolean duplicates(Quote quote) {
        return !quote.image()
                && faults.stream()
                        .anyMatch(fault -> fault instanceof Duplicate duplicate
                                && hit(duplicate.share(), ~duplicate.seed(), quote));
    }

    /** Whether the quote is sent behind the next one of its session and pair. */
    boolean reorders(Quote quote) {
        return !quote.image()
                && faults.stream()
                        .anyMatch(fault -> fault instanceof Reorder reorder
                                && hit(reorder.share(), Long.rotateLeft(reorder.seed(), 1) + 1, quote));
    }

    /** Whether the quote shows the price of the one before it of its session and pair, beside its own id. */
    boolean showsOldPrice(Quote quote) {
        return !quote.image()
                && faults.stream()
                        .anyMatch(fault -> fault instanceof OldPrice old
                                && hit(old.share(), Long.rotateLeft(old.seed(), 2) + 2, quote));
    }

    private static boolean hit(double share, long seed, Quote quote) {
        return Seeded.uniform(seed, quote.priced().tick().tickId(), quote.session()) < share;
    }

    /** How much later than the others the session gets its quotes. */
    long delayNs(int session) {
        return faults.stream()
                .mapToLong(
                        fault -> fault instanceof DelaySession delay && delay.session() == session ? delay.byNs() : 0)
                .sum();
    }

    /** Whether the session is to be cut off once so many quotes were sent to it. */
    boolean disconnects(int session, long quotesSent) {
        return faults.stream()
                .anyMatch(fault -> fault instanceof Disconnect disconnect
                        && disconnect.session() == session
                        && disconnect.afterQuotes() == quotesSent);
    }

    /** How much later than their arrival the ticks of a venue go on. */
    public long venueDelayNs(int venue) {
        return faults.stream()
                .mapToLong(fault -> fault instanceof DelayVenue delay && delay.venue() == venue ? delay.byNs() : 0)
                .sum();
    }

    /** Whether any session or venue is delayed. */
    public boolean delay() {
        return faults.stream().anyMatch(fault -> fault instanceof DelaySession || fault instanceof DelayVenue);
    }
}
