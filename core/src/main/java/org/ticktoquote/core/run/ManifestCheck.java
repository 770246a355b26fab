package org.ticktoquote.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What no run can have planned or seen: each mistake names the member of {@code run.json}. */
final class ManifestCheck {
    private static final double FASTEST = 1e9;
    private static final long MOST_TICKS = 1L << 40;

    private final List<String> mistakes = new ArrayList<>();

    private ManifestCheck() {}

    static List<String> mistakes(RunManifest manifest) {
        ManifestCheck check = new ManifestCheck();
        check.replay(manifest.replay());
        check.recording(manifest.recording());
        check.matching(manifest.matching());
        check.conflation(manifest.conflation());
        manifest.model().mistakes().forEach(mistake -> check.mistakes.add("model: " + mistake));
        check.require(!manifest.clocks().isEmpty(), "clocks", "[]", "at least one pair");
        return check.mistakes;
    }

    private void replay(RunManifest.Replay replay) {
        require(replay.speed() > 0 && replay.speed() <= FASTEST, "replay.speed", replay.speed(), "above 0 up to 1e9");
        within("replay.ticks", replay.ticks(), 0, MOST_TICKS);
        within("replay.sendErrors", replay.sendErrors(), 0, MOST_TICKS);
        require(replay.toNs() >= replay.fromNs(), "replay.toNs", replay.toNs(), "replay.fromNs and more");
    }

    private void recording(RunManifest.Recording recording) {
        for (int i = 0; i < recording.instruments().size(); i++) {
            Instrument instrument = recording.instruments().get(i);
            String name = "recording.instruments[" + i + "].";
            within(name + "id", instrument.id(), i, i);
            within(name + "tickSize", instrument.tickSize(), 1, Long.MAX_VALUE);
            within(name + "pip", instrument.pip(), 1, Long.MAX_VALUE);
        }
    }

    private void matching(Matching matching) {
        oneOf("matching.by", matching.by(), Set.of(Matching.BY_ID, Matching.BY_PRICE));
        oneOf("matching.quoting", matching.quoting(), Set.of(Matching.DECLARED, Matching.LEARNED));
        oneOf("matching.venueOrder", matching.venueOrder(), Set.of(Matching.TOTAL, Matching.PER_VENUE));
        within("matching.tag", matching.tag(), 0, 99_999);
    }

    private void conflation(Conflation conflation) {
        oneOf(
                "conflation.policy",
                conflation.policy(),
                Set.of(Conflation.NONE, Conflation.INTERVAL, Conflation.UNKNOWN));
        within("conflation.intervalNs", conflation.intervalNs(), 0, Long.MAX_VALUE);
    }

    private void oneOf(String member, String value, Set<String> expected) {
        require(
                expected.contains(value),
                member,
                "'" + value + "'",
                "one of " + expected.stream().sorted().toList());
    }

    private void within(String member, long value, long low, long high) {
        require(value >= low && value <= high, member, value, low + ".." + high);
    }

    private void require(boolean sound, String member, Object value, String expected) {
        if (!sound) {
            mistakes.add(member + " is " + value + ", expected " + expected);
        }
    }
}
