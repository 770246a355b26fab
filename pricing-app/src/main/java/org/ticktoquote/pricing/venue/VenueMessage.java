package org.ticktoquote.pricing.venue;

/**
 * Market data of a venue, or the beginning of its session.
 *
 * @param venue its number, by the order of the addresses
 * @param text 35=W or 35=X as it came; empty: the venue is logged on, and what it said before is over
 * @param arrivedNs clock read immediately after the read that delivered it
 */
public record VenueMessage(int venue, String text, long arrivedNs) {}
