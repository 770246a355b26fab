package org.ticktoquote.core.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A flood of messages beside its requests that the application sent to a FIX venue: two facts of the feed, by the venue's name.
 *
 * @param perSecond the most of them in a second of one session
 * @param messages those in seconds in which a session had 100 and more, in hundreds
 */
public record FeedFlood(String venue, long perSecond, long messages) {
    private static final String PER_SECOND = "floodPerSecond.";
    private static final String MESSAGES = "floodMessages.";

    /** As facts of the feed; none where there was no flood. */
    public Map<String, Long> facts() {
        return perSecond == 0 ? Map.of() : Map.of(PER_SECOND + venue, perSecond, MESSAGES + venue, messages);
    }

    /** Those of a run, the worst first. */
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
