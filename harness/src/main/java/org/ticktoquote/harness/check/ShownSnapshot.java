package org.ticktoquote.harness.check;

/**
 * A snapshot that a session received while ticks were measured.
 *
 * @param session its number
 * @param tickId echoed; SnapshotRecord.NO_ID where it names none
 * @param bid units of 1e-9; Price.NONE when absent
 * @param ask likewise
 * @param receivedNs on the run's clock
 * @param sequence MsgSeqNum (34)
 */
record ShownSnapshot(int session, int instrument, long tickId, long bid, long ask, long receivedNs, long sequence) {}
