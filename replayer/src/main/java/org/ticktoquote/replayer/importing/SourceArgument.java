package org.ticktoquote.replayer.importing;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** A file on the command line, {@code FILE} or {@code [SYMBOL][@VENUE]=FILE}: what stands before it overrides its name. */
record SourceArgument(Optional<String> symbol, Optional<String> venue, Path file) {

    /** Throws a {@link Refusal} when the override is none. A file that has an equals sign in its own name is a file. */
    static SourceArgument parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0 || Files.exists(path(text))) {
            return new SourceArgument(Optional.empty(), Optional.empty(), path(text));
        }
        String names = text.substring(0, equals);
        int at = names.indexOf('@');
        String symbol = at < 0 ? names : names.substring(0, at);
        String venue = at < 0 ? "" : names.substring(at + 1);
        return new SourceArgument(
                symbol.isEmpty() ? Optional.empty() : Optional.of(symbol(symbol, text)),
                at < 0 ? Optional.empty() : Optional.of(venue(venue, text)),
                path(text.substring(equals + 1)));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refused(text, "names no file");
        }
    }

    /** The usual form of a symbol that somebody typed. */
    static String symbol(String symbol, String argument) {
        return SymbolNames.normal(symbol)
                .orElseThrow(() ->
                        refused(argument, "'" + Shown.text(symbol, 80) + "' is no symbol: " + SymbolNames.EXPECTED));
    }

    /** A venue's name that somebody typed. */
    static String venue(String venue, String argument) {
        if (!SymbolNames.isVenue(venue)) {
            throw refused(argument, "'" + Shown.text(venue, 80) + "' is no venue: " + SymbolNames.EXPECTED_VENUE);
        }
        return venue;
    }

    private static Refusal refused(String text, String reason) {
        return Problem.ofFault(Shown.text(text, 200) + ": " + reason)
                .expected("FILE or [SYMBOL][@VENUE]=FILE, as in EUR/USD@OANDA=quotes.csv")
                .refusal();
    }
}
