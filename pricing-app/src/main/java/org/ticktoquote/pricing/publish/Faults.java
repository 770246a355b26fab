package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.List;

/**
 * Faults on purpose: {@code drop:share=0.01,seed=1}, {@code duplicate:share=0.01,seed=1},
 * {@code delay-session:session=3,by=20ms}, {@code disconnect:session=3,after=500} (quotes sent to it).
 *
 * <p>Which quote is hit depends on seed, tick and session only. Images on subscription are neither dropped nor
 * duplicated.
 */
public final class Faults {
    public static final Faults NONE = new Faults(List.of());

    private final List<Fault> faults;

    private sealed interface Fault {}

    private record Drop(double share, long seed) implements Fault {}

    private record Duplicate(double share, long seed) implements Fault {}

    private record DelaySession(int session, long byNs) implements Fault {}

    private record Disconnect(int session, long afterQuotes) implements Fault {}

    private Faults(List<Fault> faults) {
        this.faults = List.copyOf(faults);
    }

    /**
     * One fault a text.
     *
     * @throws IllegalArgumentException naming the text and what was expected
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
            case "delay-session" -> {
                spec.allow("session", "by");
                yield new DelaySession((int) spec.number("session", 0, sessions - 1L), spec.durationNs("by"));
            }
            case "disconnect" -> {
                spec.allow("session", "after");
                yield new Disconnect(
                        (int) spec.number("session", 0, sessions - 1L), spec.number("after", 1, Long.MAX_VALUE));
            }
            default -> throw spec.fault("expected drop, duplicate, delay-session or disconnect");
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

    /** Whether any session is delayed. */
    public boolean delay() {
        return faults.stream().anyMatch(DelaySession.class::isInstance);
    }
}
