package org.ticktoquote.analysis.summary;

/**
 * How one session's messages came in over its connection in the measured part. What nobody knows is -1: the kernel does not
 * tell, or the application's end is on another host.
 *
 * @param session its number
 * @param name for people
 * @param snapshots received
 * @param withOther of them came in one read with another message
 * @param withMany of them came in a read of ten messages or more
 * @param mostInRead messages
 * @param retransmits segments that the application's host had to retransmit
 * @param spuriousRetransmits segments that it retransmitted although they had arrived
 * @param windowLimitedNs time for which the application's sends were held up because the client did not read
 * @param closedWindows times, a second apart, at which the client's window was found closed
 * @param unreadNs longest time for which bytes that had arrived are known to have waited for the client, at least
 * @param unreadBytes that waited so long
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
