package org.ticktoquote.harness.check;

/**
 * A message number (34) of the application that did not follow the one before.
 *
 * @param session its number
 * @param reset whether the application set its numbers anew, as FIX allows; else it is a gap
 * @param found of the message, or to which a SequenceReset moves
 * @param expected the one that was next
 * @param receivedNs on the clock of the clients
 */
record OddNumber(int session, boolean reset, long found, long expected, long receivedNs) {}
