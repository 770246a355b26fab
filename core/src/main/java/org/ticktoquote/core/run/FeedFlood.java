package org.ticktoquote.core.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A flood of messages other than requests, sent by the application to a FIX venue. Stored as two facts of the feed, by
 * venue name.
 *
 * @param perSecond most messages of one session within a second
 * @param messages number of messages in the seconds in which a session sent 100 or more, in whole hundreds
 */
public record FeedFlood(String venue, long perSecond, long messages) {
    private static final String PER_SECOND = "floodPerSecond.";
    private static final String MESSAGES = "floodMessages.";

    /** Returns the facts of the feed, none if there was no flood. */
    public Map<String, Long> facts() {
        return perSecond == 0 ? Map.of() : Map.of(PER_SECOND + venue, perSecond, MESSAGES + venue, messages);
    }

    /** Returns the floods of a run, worst first. */
    public static List<FeedFlood> of(Map<String, String> host) {
        String prefix = RunManifest.FEED_FACT + PER_SECOND;
        return host.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .map(venue -> new FeedFlood(venue, number(host, PER_SECOND + venue), number(host, MESSAGES + venue)))
                .sorted(Comparator.comparingLong((FeedFlood flood) -> -flood.perSecond())
                        .thenComparing(FeedFlood::venue))
                .toList();
    }

    private static long number(Map<String, String> host, String name) {
        String text = host.getOrDefault(RunManifest.FEED_FACT + name, "");
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
