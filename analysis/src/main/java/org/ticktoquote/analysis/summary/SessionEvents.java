package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What else the sessions' journals tell, over all sessions.
 *
 * @param connection of the connections
 * @param rejections of what the clients sent
 * @param updates prices that came by another message than 35=W
 * @param books what of incremental refreshes did not fit
 * @param unknownSymbols snapshots for a symbol that nobody subscribed
 * @param malformed messages and pieces of bytes that could not be read
 * @param unanswered subscriptions after a logon that had no first snapshot although ticks were due
 * @param afterDrain snapshots received after the drain deadline: not counted anywhere else
 * @param onlyZeroSizes snapshots up to then whose levels were all of size 0, which is no price: there was nothing to be had
 * @param noPriceNs time for which a session had no price of a pair after one was withdrawn, over all of them
 */
public record SessionEvents(
        @JsonUnwrapped Connection connection,
        @JsonUnwrapped Rejections rejections,
        @JsonUnwrapped Updates updates,
        @JsonUnwrapped Books books,
        long unknownSymbols,
        long malformed,
        long unanswered,
        long afterDrain,
        long onlyZeroSizes,
        long noPriceNs) {
    /**
     * What the connections went through.
     *
     * @param logons that arrived
     * @param drops disconnections without the harness's order, up to the drain deadline
     * @param orderedDown times the harness ordered a session down
     * @param sequenceGaps messages whose number was not the expected one
     * @param sequenceResets times the application set its numbers anew in mid-session
     * @param floodMessages messages without a price in seconds in which a session had 100 and more of them, in hundreds
     * @param floodPerSecond the most of them in a second of one session
     */
    public record Connection(
            long logons,
            long drops,
            long orderedDown,
            long sequenceGaps,
            long sequenceResets,
            long floodMessages,
            long floodPerSecond) {}

    /**
     * Of what the clients sent.
     *
     * @param rejected subscriptions answered with 35=Y
     * @param messagesRejected messages answered with 35=j or 35=3
     */
    public record Rejections(long rejected, long messagesRejected) {}

    /**
     * Prices of one pair that came by another message than 35=W.
     *
     * @param incrementals by 35=X
     * @param quotes by 35=S
     * @param massQuotes by 35=i
     * @param quoteCancels withdrawn by 35=Z
     */
    public record Updates(long incrementals, long quotes, long massQuotes, long quoteCancels) {}

    /**
     * Of the books that incremental refreshes (35=X) change.
     *
     * @param withoutBook refreshes of a pair whose book was not known: messages were missing or could not be read
     * @param bookOverflows those of them whose book was not known since more entries came than it keeps (bookDepth)
     * @param repeatedEntries new ones that were there already
     * @param unknownEntries changed or deleted ones that were not there
     * @param crossedTops refreshes after which the best bid was above the best ask
     */
    public record Books(
            long withoutBook, long bookOverflows, long repeatedEntries, long unknownEntries, long crossedTops) {}
}
