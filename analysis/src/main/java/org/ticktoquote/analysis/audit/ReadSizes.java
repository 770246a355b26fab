package org.ticktoquote.analysis.audit;

/**
 * Number of messages per read, over the snapshots of one session. Messages of one read share a time stamp. They waited for
 * each other or for the client.
 *
 * @param snapshots number of snapshots in the measured part
 * @param withOther snapshots that came in a read with at least one other message
 * @param withMany snapshots that came in a read of at least ten messages
 * @param mostInRead largest number of messages in one read
 */
record ReadSizes(long snapshots, long withOther, long withMany, int mostInRead) {}
