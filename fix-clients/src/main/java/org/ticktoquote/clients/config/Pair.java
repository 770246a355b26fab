package org.ticktoquote.clients.config;

/**
 * A subscribed currency pair of one session.
 *
 * @param instrument its id in recording and journals
 * @param symbol as in {@code EUR/USD}
 * @param key how the counterparty names it
 */
public record Pair(int instrument, String symbol, String key) {}
