package org.ticktoquote.comparison.matrix;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Case of a matrix with its attempts.
 *
 * @param name unique name in the matrix
 * @param title title for users; can be empty
 * @param coordinates value of the case on each axis, by axis name
 * @param beside settings of the case other than axes, by key; axis effects compare only cases in which they are equal
 * @param limits limits of the case
 * @param serviceLevels service levels of the case, as text
 * @param notRun reason why the case cannot run here, or can no longer run; otherwise empty
 * @param attempts attempts in execution order
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

    CaseRecord withAttempts(List<Attempt> others) {
        return new CaseRecord(name, title, coordinates, beside, limits, serviceLevels, notRun, others);
    }

    /** Returns a copy with another reason why the case cannot run; an empty reason if it can. */
    public CaseRecord withNotRun(String reason) {
        return new CaseRecord(name, title, coordinates, beside, limits, serviceLevels, reason, attempts);
    }
}
