package org.ticktoquote.core.run;

/**
 * A currency pair or metal of a recording.
 *
 * @param id number in recording, feed and journals
 * @param symbol pair name, such as {@code EUR/USD}
 * @param pip size of a pip in units of 1e-9
 * @param tickSize smallest price step of the instrument, in units of 1e-9
 */
public record Instrument(int id, String symbol, long pip, long tickSize) {}
