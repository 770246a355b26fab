package org.ticktoquote.host.audit;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.audit.Finding.Severity;
import org.ticktoquote.host.change.Setting;
import org.ticktoquote.host.source.Reading;

/**
 * Result of checking one audit item.
 *
 * @param kind whether the host fits
 * @param found in words, with unit
 * @param how command that changes it; empty if it fits
 * @param settings changes that {@code --apply} makes; empty if users must decide
 * @param weight overrides the item's severity; null if not
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

    /** Returns a deviation that {@code --apply} can remove with the given settings. */
    static Answer deviates(String found, List<? extends Setting> settings) {
        String how = Setting.commands(settings);
        return new Answer(Kind.DEVIATES, found, how, List.copyOf(settings), null);
    }

    /** Returns {@code FIT} if there are no settings to change. */
    static Answer of(String found, List<? extends Setting> settings) {
        return settings.isEmpty() ? fit(found) : deviates(found, settings);
    }

    static Answer of(String found, boolean fit, String how) {
        return fit ? fit(found) : deviates(found, how);
    }

    /** Returns {@code FIT}, or a deviation that {@code --apply} can remove. */
    static Answer of(String found, boolean fit, Setting setting) {
        return fit ? fit(found) : deviates(found, List.of(setting));
    }

    /** Evaluates the text read, or returns {@code UNKNOWN} if it could not be read. */
    static Answer of(Reading reading, Function<String, Answer> known) {
        return reading.known() ? known.apply(reading.or("")) : unknown(reading);
    }

    /** Evaluates the text read. Returns {@code FIT} if the kernel does not have the file. */
    static Answer of(Reading reading, String none, Function<String, Answer> known) {
        return reading.absent() ? fit(none) : of(reading, known);
    }

    /** Evaluates the number read, or returns {@code UNKNOWN} if it could not be read. */
    static Answer ofNumber(Reading reading, LongFunction<Answer> known) {
        return reading.number().isPresent() ? known.apply(reading.number().getAsLong()) : unknown(reading.noNumber());
    }

    static Answer unknown(Reading reading) {
        return unknown(reading.problem());
    }

    static Answer unknown(String problem) {
        return new Answer(Kind.UNKNOWN, UNKNOWN + problem, "", List.of(), null);
    }

    /** Returns a copy with another command. */
    Answer by(String command) {
        return new Answer(kind, found, command, settings, weight);
    }

    /** Returns a copy with another severity. */
    Answer weighing(Severity severity) {
        return new Answer(kind, found, how, settings, severity);
    }
}
