package org.ticktoquote.host.audit;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.change.Setting;
import org.ticktoquote.host.source.Reading;

/**
 * What looking at one item brought.
 *
 * @param kind whether it is as wanted
 * @param found in words, with unit
 * @param how to change it: a command; empty when it is as wanted
 * @param settings what {@code --apply} would do; empty when it is for people to decide
 * @param weight of this very deviation where the item's own does not fit it; null otherwise
 */
record Answer(
        Kind kind,
        String found,
        String how,
        List<Setting> settings,
        @Nullable Severity weight) {
    static final String UNKNOWN = "unknown: ";

    enum Kind {
        FIT,
        DEVIATES,
        UNKNOWN
    }

    Answer {
        settings = List.copyOf(settings);
    }

    static Answer fit(String found) {
        return new Answer(Kind.FIT, found, "", List.of(), null);
    }

    static Answer deviates(String found, String how) {
        return new Answer(Kind.DEVIATES, found, how, List.of(), null);
    }

    /** A deviation that {@code --apply} can end; its settings say how. */
    static Answer deviates(String found, List<? extends Setting> settings) {
        String how = Setting.commands(settings);
        return new Answer(Kind.DEVIATES, found, how, List.copyOf(settings), null);
    }

    /** Fit if there is nothing to change. */
    static Answer of(String found, List<? extends Setting> settings) {
        return settings.isEmpty() ? fit(found) : deviates(found, settings);
    }

    /** Fit or a deviation, with a command for people. */
    static Answer of(String found, boolean fit, String how) {
        return fit ? fit(found) : deviates(found, how);
    }

    /** Fit or a deviation that {@code --apply} can end. */
    static Answer of(String found, boolean fit, Setting setting) {
        return fit ? fit(found) : deviates(found, List.of(setting));
    }

    /** By the text that was read; unknown without one. */
    static Answer of(Reading reading, Function<String, Answer> known) {
        return reading.known() ? known.apply(reading.or("")) : unknown(reading);
    }

    /** Likewise, and fit where the kernel has no such thing. */
    static Answer of(Reading reading, String none, Function<String, Answer> known) {
        return reading.absent() ? fit(none) : of(reading, known);
    }

    /** By the number that was read; unknown without one. */
    static Answer ofNumber(Reading reading, LongFunction<Answer> known) {
        return reading.number().isPresent() ? known.apply(reading.number().getAsLong()) : unknown(reading.noNumber());
    }

    static Answer unknown(Reading reading) {
        return unknown(reading.problem());
    }

    static Answer unknown(String problem) {
        return new Answer(Kind.UNKNOWN, UNKNOWN + problem, "", List.of(), null);
    }

    /** The same with another command for people. */
    Answer by(String command) {
        return new Answer(kind, found, command, settings, weight);
    }

    /** The same with a weight of its own. */
    Answer weighing(Severity severity) {
        return new Answer(kind, found, how, settings, severity);
    }
}
