package org.ticktoquote.analysis.audit;

/**
 * How many messages came with one read, over the snapshots of one session: those that share a read share its time stamp,
 * and waited for one another or for the client.
 *
 * @param snapshots in the measured part
 * @param withOther of them came in a read with at least one other message
 * @param withMany of them came in a read of at least ten
 * @param mostInRead messages
 */
record ReadSizes(long snapshots, long withOther, long withMany, int mostInRead) {}
