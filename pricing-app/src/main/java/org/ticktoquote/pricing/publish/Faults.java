package org.ticktoquote.pricing.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;

/**
 * Deliberate faults: {@code drop:share=0.01,seed=1}, {@code duplicate:share=0.01,seed=1}, {@code reorder:share=0.01,seed=1},
 * {@code old-price:share=0.01,seed=1}, {@code delay-session:session=3,by=20ms}, {@code delay-venue:venue=1,by=2ms} or
 * {@code disconnect:session=3,after=500} (after 500 quotes).
 *
 * <p>The affected quotes depend on seed, tick and session only. Images on subscription are never dropped, duplicated,
 * reordered or sent with an old price.
 */
public final class Faults {
    public static final Faults NONE = new Faults(List.of());

    private static final int MAX_VENUES = 256;

    private final List<Fault> faults;

    /**
     * One fault.
     *
     * @param name its name in the text
     * @param share probability for a quote
     * @param place number of the venue or session
     * @param value the seed, a delay in nanoseconds, or a number of quotes
     */
    private record Fault(String name, double share, int place, long value) {}

    private Faults(List<Fault> faults) {
        this.faults = List.copyOf(faults);
    }

    /**
     * Parses one fault per text.
     *
     * @throws ProblemException with the text and the expected form
     */
    public static Faults parse(List<String> texts, int sessions) {
        List<Fault> faults = new ArrayList<>();
        for (String text : texts) {
            faults.add(fault(KeyValueOption.parse(text), sessions));
        }
        return new Faults(faults);
    }

    private static Fault fault(KeyValueOption spec, int sessions) {
        return switch (spec.name()) {
            case "drop" -> byChance(spec, seed -> seed);
            case "duplicate" -> byChance(spec, seed -> ~seed);
            case "reorder" -> byChance(spec, seed -> Long.rotateLeft(seed, 1) + 1);
            case "old-price" -> byChance(spec, seed -> Long.rotateLeft(seed, 2) + 2);
            case "delay-venue" -> at(spec.allow("venue", "by"), "venue", MAX_VENUES, spec.durationNs("by"));
            case "delay-session" -> at(spec.allow("session", "by"), "session", sessions, spec.durationNs("by"));
            case "disconnect" -> {
                spec.allow("session", "after");
                yield at(spec, "session", sessions, spec.number("after", 1, Long.MAX_VALUE));
            }
            default ->
                throw spec.refused("", "drop, duplicate, reorder, old-price, delay-session, delay-venue or disconnect");
        };
    }

    private static Fault byChance(KeyValueOption spec, LongUnaryOperator own) {
        double share = spec.allow("share", "seed").fraction("share", 1);
        long seed = spec.has("seed") ? spec.number("seed", Long.MIN_VALUE, Long.MAX_VALUE) : 0;
        return new Fault(spec.name(), share, 0, own.applyAsLong(seed));
    }

    private static Fault at(KeyValueOption spec, String key, int places, long value) {
        return new Fault(spec.name(), 0, (int) spec.number(key, 0, places - 1L), value);
    }

    public boolean none() {
        return faults.isEmpty();
    }

    boolean drops(Quote quote) {
        return hits("drop", quote);
    }

    boolean duplicates(Quote quote) {
        return hits("duplicate", quote);
    }

    /** Returns true if the quote is to be sent after the next one of its session and pair. */
    boolean reorders(Quote quote) {
        return hits("reorder", quote);
    }

    /** Returns true if the quote is to have the price of the previous one of its session and pair, with its own id. */
    boolean showsOldPrice(Quote quote) {
        return hits("old-price", quote);
    }

    private boolean hits(String name, Quote quote) {
        long tickId = quote.priced().tick().tickId();
        return !quote.image()
                && of(name).anyMatch(
                                fault -> SeededRandom.uniform(fault.value(), tickId, quote.session()) < fault.share());
    }

    private Stream<Fault> of(String name) {
        return faults.stream().filter(fault -> fault.name().equals(name));
    }

    private long delayNs(String name, int place) {
        return of(name).filter(fault -> fault.place() == place)
                .mapToLong(Fault::value)
                .sum();
    }

    /** Returns the delay of a session's quotes. */
    long delayNs(int session) {
        return delayNs("delay-session", session);
    }

    /** Returns true if the session is to be disconnected after the given number of quotes. */
    boolean disconnects(int session, long quotesSent) {
        return of("disconnect").anyMatch(fault -> fault.place() == session && fault.value() == quotesSent);
    }

    /**
     * Delays ticks of venues after the sequencer, as if they came on a slower path. Keeps the order within each venue, not
     * across venues.
     *
     * @param delayed input of the same books through their queues, for the delay line's thread
     */
    public Input<Tick> delayVenues(DelayLine line, Input<Tick> direct, Input<Tick> delayed) {
        return tick -> {
            long byNs = delayNs("delay-venue", tick.venueId());
            if (byNs == 0) {
                direct.put(tick);
            } else {
                line.schedule(tick.arrivedNs() + byNs, delayed, tick);
            }
        };
    }

    /** Returns true if any session or venue is delayed. */
    public boolean delay() {
        return faults.stream().anyMatch(fault -> fault.name().startsWith("delay-"));
    }
}
