package org.ticktoquote.analysis.matrix;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One case of a matrix and what became of it.
 *
 * @param name unique in the matrix
 * @param title for people; may be empty
 * @param coordinates the value of the case on each axis, by the axis' name
 * @param beside what the case says beside its coordinates, by key; no effect of an axis is reported of two cases that differ
 *     in it
 * @param limits what it is held to
 * @param serviceLevels likewise, as texts
 * @param notRun why it cannot run here, or no longer; empty when it can
 * @param attempts in the order in which they were made
 */
public record CaseRecord(
        String name,
        String title,
        Map<String, String> coordinates,
        Map<String, String> beside,
        List<CaseLimit> limits,
        List<String> serviceLevels,
        String notRun,
        List<Attempt> attempts) {
    public CaseRecord {
        requireNonNull(name, "name");
        requireNonNull(title, "title");
        requireNonNull(notRun, "notRun");
        coordinates = Collections.unmodifiableMap(new LinkedHashMap<>(coordinates));
        beside = Collections.unmodifiableMap(new TreeMap<>(beside));
        limits = List.copyOf(limits);
        serviceLevels = List.copyOf(serviceLevels);
        attempts = List.copyOf(attempts);
    }

    /** Of a case that is held to no service level. */
    public CaseRecord(
            String name,
            String title,
            Map<String, String> coordinates,
            Map<String, String> beside,
            List<CaseLimit> limits,
            String notRun,
            List<Attempt> attempts) {
        this(name, title, coordinates, beside, limits, List.of(), notRun, attempts);
    }

    /** The same with other attempts. */
    CaseRecord withAttempts(List<Attempt> others) {
        return new CaseRecord(name, title, coordinates, beside, limits, serviceLevels, notRun, others);
    }

    /** The same with another reason why it cannot run; empty: it can. */
    public CaseRecord withNotRun(String reason) {
        return new CaseRecord(name, title, coordinates, beside, limits, serviceLevels, reason, attempts);
    }
}
