package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;

/**
 * The same small picture of each pair and of each session, on one scale.
 *
 * @param title what they are of
 * @param pictures in the order of the tables
 * @param left how many there is no room for: those whose worst response is the least
 */
record SmallMultiples(String title, List<RunPicture> pictures, int left) implements Section.Block {
    private static final int MOST = 50;

    /** Of pairs, then of sessions; none of what had no ticks. */
    static List<SmallMultiples> of(RunManifest manifest, Summary summary, @Nullable PartsInTime parts) {
        if (parts == null) {
            return List.of();
        }
        Map<String, List<TimeBucket>> pairs = new LinkedHashMap<>();
        for (Instrument instrument : manifest.recording().instruments()) {
            pairs.put(instrument.symbol(), parts.pair(instrument.id()));
        }
        Map<String, List<TimeBucket>> sessions = new LinkedHashMap<>();
        List<SessionSummary> all = summary.parts().perSession();
        for (int session = 0; session < all.size(); session++) {
            sessions.put(all.get(session).name(), parts.session(session));
        }
        return Stream.of(of("By pair, over time", pairs), of("By session, over time", sessions))
                .filter(multiples -> !multiples.pictures.isEmpty())
                .toList();
    }

    private static SmallMultiples of(String title, Map<String, List<TimeBucket>> parts) {
        List<String> seen = parts.keySet().stream()
                .filter(name -> parts.getOrDefault(name, List.of()).stream().anyMatch(bucket -> bucket.ticks() > 0))
                .toList();
        List<String> worst = seen.stream()
                .sorted(Comparator.comparingLong((String name) -> worstNs(parts.getOrDefault(name, List.of())))
                        .reversed())
                .limit(MOST)
                .toList();
        List<String> shown = seen.stream().filter(worst::contains).toList();
        RunPicture.Scale scale = RunPicture.Scale.of(List.copyOf(parts.values()));
        List<RunPicture> pictures = new ArrayList<>();
        for (String name : shown) {
            pictures.add(RunPicture.of(name, "", parts.getOrDefault(name, List.of()), scale));
        }
        return new SmallMultiples(title, pictures, seen.size() - shown.size());
    }

    private static long worstNs(List<TimeBucket> buckets) {
        return buckets.stream()
                .mapToLong(bucket -> bucket.worstResponseNs() == null ? 0 : bucket.worstResponseNs())
                .max()
                .orElse(0);
    }
}
