package org.ticktoquote.pricing.pipeline;

/**
 * The twelve components, in the order of a tick's path.
 *
 * <p>Labels are part of thread names. Those of components with several lanes are short, because Linux shows 15 characters:
 * {@code pricing-book-03}.
 */
public enum Component {
    FEED_RECEIVER("receiver", false),
    DECODER("decoder", false),
    SEQUENCER("sequencer", false),
    BOOK_BUILDER("book", true),
    AGGREGATOR("best", true),
    SANITY("sane", true),
    MID_SKEW("skew", true),
    TIER_SPREAD("tier", true),
    ROUNDING("grid", true),
    THROTTLE("pace", true),
    PUBLISHER("send", true),
    FIX_GATEWAY("gateway", false);

    private final String label;
    private final boolean sharded;

    Component(String label, boolean sharded) {
        this.label = label;
        this.sharded = sharded;
    }

    public String label() {
        return label;
    }

    /** Returns true if the component can have several lanes, split by instrument up to rounding and by session after it. */
    public boolean sharded() {
        return sharded;
    }
}
