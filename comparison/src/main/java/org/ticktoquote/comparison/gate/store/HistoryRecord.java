package org.ticktoquote.comparison.gate.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.ticktoquote.core.run.JsonFile;

/**
 * History of one fingerprint: its last accepted runs and the pinned release.
 *
 * @param formatVersion version of the file format
 * @param fingerprint digest of the conditions
 * @param conditions values by name
 * @param accepted accepted runs, newest last; at most 20
 * @param golden runs of the pinned release; empty without one
 */
@JsonIgnoreProperties("sha256")
public record HistoryRecord(
        int formatVersion,
        String fingerprint,
        Map<String, String> conditions,
        List<Accepted> accepted,
        List<Accepted> golden) {
    public static final int FORMAT_VERSION = 1;
    /** Maximum number of accepted runs; the spread is estimated from them. */
    public static final int MAX_RUNS = 20;

    private static final JsonFile<HistoryRecord> CONTENT = JsonFile.of(HistoryRecord.class, "a history of gates");

    /**
     * Run of an accepted release.
     *
     * @param release digest of the application
     */
    public record Accepted(String release, StoredRun run) {}

    public HistoryRecord {
        conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
        accepted = List.copyOf(accepted);
        golden = List.copyOf(golden);
    }

    static HistoryRecord none(String fingerprint, Map<String, String> conditions) {
        return new HistoryRecord(FORMAT_VERSION, fingerprint, conditions, List.of(), List.of());
    }

    /** Returns a copy with further accepted runs; known runs keep their position. */
    HistoryRecord with(List<Accepted> more) {
        Set<Accepted> all = new LinkedHashSet<>(accepted);
        Set<String> known = new LinkedHashSet<>();
        accepted.forEach(each -> known.add(each.run().id()));
        more.stream().filter(each -> known.add(each.run().id())).forEach(all::add);
        List<Accepted> last = new ArrayList<>(all);
        return new HistoryRecord(
                formatVersion,
                fingerprint,
                conditions,
                last.subList(Math.max(0, last.size() - MAX_RUNS), last.size()),
                golden);
    }

    HistoryRecord pinned(List<Accepted> release) {
        return new HistoryRecord(formatVersion, fingerprint, conditions, accepted, release);
    }

    HistoryRecord without(Predicate<Accepted> forgotten) {
        return new HistoryRecord(
                formatVersion,
                fingerprint,
                conditions,
                accepted.stream().filter(forgotten.negate()).toList(),
                golden);
    }

    static HistoryRecord read(Path file) {
        CONTENT.requireVersion(file, FORMAT_VERSION);
        return CONTENT.readSealed(file);
    }

    static HistoryRecord readOrNone(Path file, String fingerprint, Map<String, String> conditions) {
        return Files.exists(file) ? read(file) : none(fingerprint, conditions);
    }

    void write(Path file) {
        CONTENT.writeSealed(file, this);
    }
}
