package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What else the sessions' journals tell, over all sessions.
 *
 * @param connection of the connections
 * @param rejections of what the clients sent
 * @param unsupported messages that are counted and not read
 * @param unknownSymbols snapshots for a symbol that nobody subscribed
 * @param malformed messages and pieces of bytes that could not be read
 * @param unanswered subscriptions after a logon that had no first snapshot although ticks were due
 * @param afterDrain snapshots received after the drain deadline: not counted anywhere else
 * @param onlyZeroSizes snapshots up to then whose levels were all of size 0, which is no price: there was nothing to be had
 */
public record SessionEvents(
        @JsonUnwrapped Connection connection,
        @JsonUnwrapped Rejections rejections,
        @JsonUnwrapped Unsupported unsupported,
        long unknownSymbols,
        long malformed,
        long unanswered,
        long afterDrain,
        long onlyZeroSizes) {
    /**
     * What the connections went through.
     *
     * @param logons that arrived
     * @param drops disconnections without the harness's order, up to the drain deadline
     * @param orderedDown times the harness ordered a session down
     * @param sequenceGaps messages whose number was not the expected one
     */
    public record Connection(long logons, long drops, long orderedDown, long sequenceGaps) {}

    /**
     * Of what the clients sent.
     *
     * @param rejected subscriptions answered with 35=Y
     * @param messagesRejected messages answered with 35=j or 35=3
     */
    public record Rejections(long rejected, long messagesRejected) {}

    /**
     * Messages that are counted and not read.
     *
     * @param incrementals 35=X, which is not supported
     * @param quotes 35=S, which is not supported
     * @param massQuotes 35=i, which is not supported
     * @param quoteCancels 35=Z, which is not supported
     */
    public record Unsupported(long incrementals, long quotes, long massQuotes, long quoteCancels) {}
}
