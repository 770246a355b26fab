package org.ticktoquote.core.run;

import java.util.List;
import java.util.Set;

/**
 * Declares how snapshots are attributed to the ticks that they reflect.
 *
 * @param by {@link #BY_ID} if a snapshot echoes the id of the newest tick in its price. {@link #BY_PRICE} if it echoes
 *     none, so that ticks and snapshots are aligned by price, in order, under the application's model
 * @param tag FIX tag with the id or the additional key, 0 if there is none
 * @param transform format of the value in the tag: {@code decimal}, {@code hex} or {@link #UTC_TIME}, optionally after
 *     a literal prefix as in {@code T:decimal}
 * @param keys values that must agree in addition to the price when matching by price: {@link #SIZE}, {@link
 *     #VENUE_TIME_MS} ...
 * @param quoting {@link #DECLARED} if spreads, skew and rounding come from the model. {@link #LEARNED} if they are learned
 *     from the run, per session and pair
 * @param venueOrder {@link #TOTAL} if the application processes the ticks of a pair in the order sent. {@link #PER_VENUE}
 *     if it only keeps the order within each venue, so that the newest tick of each other venue in a price is unknown
 */
public record Matching(
        String by, int tag, String transform, List<String> keys, String quoting, String venueOrder, Limits limits) {
    public static final String BY_ID = "id";
    public static final String BY_PRICE = "price";
    public static final String DECLARED = "declared";
    public static final String LEARNED = "learned";
    public static final String TOTAL = "total";
    public static final String PER_VENUE = "per-venue";
    /** Not declared. No manifest has this value. */
    public static final String UNDECLARED = "unsaid";
    /** The quantities of both sides equal those of the composite's best venues. */
    public static final String SIZE = "size";
    /** The tag contains the venue time of the newest tick in the price, truncated to the unit. */
    public static final String VENUE_TIME_NS = "venue-time-ns";

    public static final String VENUE_TIME_US = "venue-time-us";
    public static final String VENUE_TIME_MS = "venue-time-ms";

    /**
     * The tag contains a UTC time of day or time stamp, such as {@code 12:30:00.123456789}, read as nanoseconds since
     * midnight.
     */
    public static final String UTC_TIME = "utc-time";

    private static final int MAX_TAG = 99_999;
    /** Tags that snapshots use for other values. */
    private static final Set<Integer> TAKEN = Set.of(8, 9, 10, 34, 35, 43, 49, 52, 55, 56, 262, 268, 269, 270, 271);

    /** Expectation shown for a tag that {@link #canName} rejects. */
    public static final String EXPECTED_TAG =
            "a tag of 1.." + MAX_TAG + " that snapshots do not otherwise use, such as 278 or 299";

    /**
     * Limits of pending state. Overflows widen the latency intervals and are counted.
     *
     * @param openSnapshots limit per session and pair, when matching by price or with {@link #PER_VENUE}. A power of
     *     two
     * @param rememberedPrices limit per pair and tier. A power of two
     */
    public record Limits(int openSnapshots, int rememberedPrices) {
        public static final Limits DEFAULT = new Limits(1 << 10, 1 << 14);
    }

    public Matching {
        keys = List.copyOf(keys);
    }

    /** Creates matching by the id in a tag. */
    public static Matching byId(int tag, String transform) {
        return new Matching(BY_ID, tag, transform, List.of(), DECLARED, TOTAL, Limits.DEFAULT);
    }

    /** Creates matching by price alone. */
    public static Matching byPrice(String quoting) {
        return new Matching(BY_PRICE, 0, "decimal", List.of(), quoting, TOTAL, Limits.DEFAULT);
    }

    /** Returns whether snapshots carry a tick id. */
    public boolean identified() {
        return by.equals(BY_ID);
    }

    public Matching with(String otherVenueOrder) {
        return new Matching(by, tag, transform, keys, quoting, otherVenueOrder, limits);
    }

    /**
     * Returns whether latencies are exact, not intervals, because the tick id of a snapshot determines all ticks that it
     * answers.
     */
    public boolean exact() {
        return identified() && venueOrder.equals(TOTAL);
    }

    /** Returns whether the model's prices are learned from the run. */
    public boolean learned() {
        return quoting.equals(LEARNED);
    }

    public static boolean canName(int tag) {
        return tag >= 1 && tag <= MAX_TAG && !TAKEN.contains(tag);
    }
}
