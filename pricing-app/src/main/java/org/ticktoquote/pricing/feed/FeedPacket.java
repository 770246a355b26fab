package org.ticktoquote.pricing.feed;

import org.agrona.DirectBuffer;

/**
 * What one receive call delivered: a whole datagram, or, from a stream, one message.
 *
 * @param bytes the packet's own copy
 * @param datagram whether a packet header stands before the messages
 * @param arrivedNs clock read immediately after the receive call that completed it
 */
public record FeedPacket(DirectBuffer bytes, boolean datagram, long arrivedNs) {}
