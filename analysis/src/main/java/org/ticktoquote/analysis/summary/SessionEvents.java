package org.ticktoquote.analysis.summary;

/**
 * Other events in the journals of one session, or of all sessions.
 *
 * @param logons number of logons
 * @param drops disconnections not ordered by the harness, up to the drain deadline
 * @param orderedDown disconnections ordered by the harness
 * @param sequenceGaps messages with an unexpected sequence number
 * @param sequenceResets sequence number resets by the application within a session
 * @param floodMessages messages without a price, summed over the seconds in which a session had 100 or more, each
 *     rounded down to a multiple of 100
 * @param floodPerSecond largest number of such messages in one second of one session
 * @param rejected subscriptions answered with 35=Y
 * @param messagesRejected messages answered with 35=j or 35=3
 * @param incrementals number of price updates by 35=X
 * @param quotes number of price updates by 35=S
 * @param massQuotes number of price updates by 35=i
 * @param quoteCancels prices withdrawn by 35=Z
 * @param withoutBook refreshes (35=X) of a pair with an unknown book, after missing or unreadable messages
 * @param bookOverflows number of these that refresh a book which became unknown because it exceeded the entries kept
 *     (bookDepth)
 * @param repeatedEntries new entries that existed already in their book
 * @param unknownEntries changed or deleted entries that did not exist
 * @param crossedTops refreshes after which the best bid was above the best ask
 * @param unknownSymbols snapshots of a symbol without a subscription
 * @param malformed messages and fragments that could not be read
 * @param unanswered subscriptions without a first snapshot after a logon although ticks were due
 * @param afterDrain snapshots after the drain deadline, which are counted only here
 * @param onlyZeroSizes snapshots before the deadline with levels of size 0 only, which are no price
 * @param noPriceNs time without a price of a pair after a withdrawal, summed over sessions and pairs
 */
public record SessionEvents(
        long logons,
        long drops,
        long orderedDown,
        long sequenceGaps,
        long sequenceResets,
        long floodMessages,
        long floodPerSecond,
        long rejected,
        long messagesRejected,
        long incrementals,
        long quotes,
        long massQuotes,
        long quoteCancels,
        long withoutBook,
        long bookOverflows,
        long repeatedEntries,
        long unknownEntries,
        long crossedTops,
        long unknownSymbols,
        long malformed,
        long unanswered,
        long afterDrain,
        long onlyZeroSizes,
        long noPriceNs) {}
