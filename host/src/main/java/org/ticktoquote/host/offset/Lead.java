package org.ticktoquote.host.offset;

/**
 * By how much another clock is ahead of ours.
 *
 * @param ownNs moment, as this process reads it
 * @param aheadNs negative: behind
 * @param boundNs the true lead lies no further away
 */
record Lead(long ownNs, long aheadNs, long boundNs) {}
