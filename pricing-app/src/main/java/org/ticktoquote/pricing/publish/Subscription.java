package org.ticktoquote.pricing.publish;

/**
 * A session's wish for quotes of an instrument.
 *
 * @param logon the number of the logon that it was made in; it ends with it
 * @param requestId MDReqID (262), repeated in every snapshot
 */
public record Subscription(int session, int logon, int instrumentId, String requestId) {}
