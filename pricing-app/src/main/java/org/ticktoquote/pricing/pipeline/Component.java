package org.ticktoquote.pricing.pipeline;

/**
 * The twelve components, in the order in which a tick passes them.
 *
 * <p>Labels make thread names; those of the components that can have many lanes are short, because Linux shows 15
 * characters: {@code pricing-book-03}.
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

    /** Whether it may have more than one lane: by instrument up to the rounding, by session after it. */
    public boolean sharded() {
        return sharded;
    }
}
