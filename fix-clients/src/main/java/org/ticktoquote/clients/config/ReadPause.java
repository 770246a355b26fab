package org.ticktoquote.clients.config;

/**
 * A client that is slow on purpose: it reads for a while, and then does not.
 *
 * @param everyNs how long it reads
 * @param lengthNs how long it then does not
 */
public record ReadPause(long everyNs, long lengthNs) {}
