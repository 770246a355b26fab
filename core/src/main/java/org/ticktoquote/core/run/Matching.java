package org.ticktoquote.core.run;

import java.util.List;
import java.util.Set;

/**
 * How a snapshot is attributed to the ticks that it reflects.
 *
 * @param by {@link #BY_ID}: the snapshot echoes the id of the newest tick in its price; {@link #BY_PRICE}: it echoes
 *     nothing, and ticks and snapshots are aligned by price, in order, under the application's model
 * @param tag the FIX tag that carries the id, or the further key; 0 when there is none
 * @param transform how the value stands in the tag: {@code decimal}, {@code hex}, optionally behind a literal prefix as
 *     in {@code T:decimal}
 * @param keys what must agree beside the price when matching by price: {@link #SIZE}, {@link #VENUE_TIME_MS} ...
 * @param quoting {@link #DECLARED}: spreads, skew and rounding are those of the model; {@link #LEARNED}: they are
 *     learned from the run, for each session and pair
 * @param venueOrder {@link #TOTAL}: the application takes the ticks of a pair in the order in which they were sent;
 *     {@link #PER_VENUE}: only those of each venue, so that the newest ticks of other venues in a price are not known
 */
public record Matching(
        String by, int tag, String transform, List<String> keys, String quoting, String venueOrder, Limits limits) {
    public static final String BY_ID = "id";
    public static final String BY_PRICE = "price";
    public static final String DECLARED = "declared";
    public static final String LEARNED = "learned";
    public static final String TOTAL = "total";
    public static final String PER_VENUE = "per-venue";
    /** Nobody said it; no run has that in its manifest. */
    public static final String UNSAID = "unsaid";
    /** The quantities of both sides are those of the composite's best venues. */
    public static final String SIZE = "size";
    /** The tag holds the venue time of the newest tick in the price, cut to the unit. */
    public static final String VENUE_TIME_NS = "venue-time-ns";

    public static final String VENUE_TIME_US = "venue-time-us";
    public static final String VENUE_TIME_MS = "venue-time-ms";

    /** The tag holds a time of day or a time stamp in UTC, as in {@code 12:30:00.123456789}, as nanoseconds. */
    public static final String UTC_TIME = "utc-time";

    private static final int HIGHEST_TAG = 99_999;
    /** Tags that a snapshot has anyway. */
    private static final Set<Integer> TAKEN = Set.of(8, 9, 10, 34, 35, 43, 49, 52, 55, 56, 262, 268, 269, 270, 271);

    /** What {@link #canName} takes, for people. */
    public static final String EXPECTED_TAG =
            "a tag of 1.." + HIGHEST_TAG + " that a snapshot does not have anyway, such as 278 or 299";

    /**
     * How much may be pending; what overflows makes intervals wider and is counted.
     *
     * @param openSnapshots for each session and pair, by price and with an order only within each venue; a power of two
     * @param rememberedPrices for each pair and tier, a power of two
     */
    public record Limits(int openSnapshots, int rememberedPrices) {
        public static final Limits DEFAULT = new Limits(1 << 10, 1 << 14);

        public Limits {
            if (Integer.bitCount(openSnapshots) != 1 || Integer.bitCount(rememberedPrices) != 1) {
                throw new IllegalArgumentException(
                        "limits are " + openSnapshots + " and " + rememberedPrices + ", expected powers of two");
            }
        }
    }

    public Matching {
        keys = List.copyOf(keys);
    }

    /** By the id in a tag. */
    public static Matching byId(int tag, String transform) {
        return new Matching(BY_ID, tag, transform, List.of(), DECLARED, TOTAL, Limits.DEFAULT);
    }

    /** By price alone. */
    public static Matching byPrice(String quoting) {
        return new Matching(BY_PRICE, 0, "decimal", List.of(), quoting, TOTAL, Limits.DEFAULT);
    }

    /** Whether snapshots name their tick. */
    public boolean identified() {
        return by.equals(BY_ID);
    }

    /** The same with another order. */
    public Matching with(String otherVenueOrder) {
        return new Matching(by, tag, transform, keys, quoting, otherVenueOrder, limits);
    }

    /** Whether a snapshot names its tick and thereby every tick that it answers, so that figures are no intervals. */
    public boolean exact() {
        return identified() && venueOrder.equals(TOTAL);
    }

    /** Whether the model's prices come from the run itself. */
    public boolean learned() {
        return quoting.equals(LEARNED);
    }

    /** Whether a tag can carry a tick's id. */
    public static boolean canName(int tag) {
        return tag >= 1 && tag <= HIGHEST_TAG && !TAKEN.contains(tag);
    }
}
