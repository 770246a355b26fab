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
 * @param found state found, in words and with its unit
 * @param command shell command or advice that removes the deviation; empty if there is none
 * @param settings changes that {@code --apply} makes; empty if the host fits or the user must decide
 * @param severity {@code FIT}, {@code UNKNOWN}, or severity of a deviation; null for the severity of the item
 */
record CheckResult(
        String found,
        String command,
        List<Setting> settings,
        @Nullable Severity severity) {
    static final String UNKNOWN = "unknown: ";

    CheckResult {
        settings = List.copyOf(settings);
    }

    static CheckResult fit(String found) {
        return new CheckResult(found, "", List.of(), Severity.FIT);
    }

    static CheckResult deviates(String found, String how) {
        return new CheckResult(found, how, List.of(), null);
    }

    /** Returns a deviation that {@code --apply} can remove with the given settings. */
    static CheckResult deviates(String found, List<? extends Setting> settings) {
        String how = Setting.commands(settings);
        return new CheckResult(found, how, List.copyOf(settings), null);
    }

    /** Returns {@code FIT} if there are no settings to change. */
    static CheckResult of(String found, List<? extends Setting> settings) {
        return settings.isEmpty() ? fit(found) : deviates(found, settings);
    }

    static CheckResult of(String found, boolean fit, String how) {
        return fit ? fit(found) : deviates(found, how);
    }

    /** Returns {@code FIT}, or a deviation that {@code --apply} can remove. */
    static CheckResult of(String found, boolean fit, Setting setting) {
        return fit ? fit(found) : deviates(found, List.of(setting));
    }

    /** Evaluates the text read, or returns {@code UNKNOWN} if it could not be read. */
    static CheckResult of(Reading reading, Function<String, CheckResult> known) {
        return reading.known() ? known.apply(reading.or("")) : unknown(reading);
    }

    /** Evaluates the text read. Returns {@code FIT} if the kernel does not have the file. */
    static CheckResult of(Reading reading, String none, Function<String, CheckResult> known) {
        return reading.absent() ? fit(none) : of(reading, known);
    }

    /** Evaluates the number read, or returns {@code UNKNOWN} if it could not be read. */
    static CheckResult ofNumber(Reading reading, LongFunction<CheckResult> known) {
        return reading.number().isPresent() ? known.apply(reading.number().getAsLong()) : unknown(reading.noNumber());
    }

    static CheckResult unknown(Reading reading) {
        return unknown(reading.problem());
    }

    static CheckResult unknown(String problem) {
        return new CheckResult(UNKNOWN + problem, "", List.of(), Severity.UNKNOWN);
    }

    /** Returns a copy with another command. */
    CheckResult withCommand(String command) {
        return new CheckResult(found, command, settings, severity);
    }

    /** Returns a copy of a deviation with another severity. */
    CheckResult withSeverity(Severity severity) {
        return new CheckResult(found, command, settings, severity);
    }
}
