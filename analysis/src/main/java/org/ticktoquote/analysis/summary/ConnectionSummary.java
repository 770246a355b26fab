package org.ticktoquote.analysis.summary;

/**
 * Reception of one session's messages in the measured part. Values are -1 if unknown, because the kernel does not report them
 * or the application's end is on another host.
 *
 * @param session its number
 * @param name connection's name for users
 * @param snapshots number received
 * @param withOther snapshots that came in one read with another message
 * @param withMany snapshots that came in a read of ten or more messages
 * @param mostInRead largest number of messages in one read
 * @param retransmits segments retransmitted by the application's host
 * @param spuriousRetransmits segments retransmitted although they had arrived
 * @param windowLimitedNs time for which the application's sends were blocked because the client did not read
 * @param closedWindows number of samples, one per second, with the client's window closed
 * @param unreadNs lower bound of the longest time for which received bytes waited for the client
 * @param unreadBytes number of bytes that waited
 */
public record ConnectionSummary(
        int session,
        String name,
        long snapshots,
        long withOther,
        long withMany,
        int mostInRead,
        long retransmits,
        long spuriousRetransmits,
        long windowLimitedNs,
        long closedWindows,
        long unreadNs,
        long unreadBytes) {}
