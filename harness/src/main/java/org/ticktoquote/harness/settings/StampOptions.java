package org.ticktoquote.harness.settings;

import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.Option;

/** Option that selects the timestamps of a capture to use. Filled by picocli. Not thread-safe. */
@OptionGroup("Capture contents")
public final class StampOptions {
    @Option(
            names = "--stamps",
            defaultValue = "auto",
            paramLabel = "FORMAT",
            completionCandidates = Formats.class,
            description = "timestamps to use: auto (detected), kernel, or a switch's "
                    + "format, which is not checked (default: ${DEFAULT-VALUE})")
    private String stamps = "auto";

    /** Values of {@code --stamps}. */
    static final class Formats extends AllowedWords {
        Formats() {
            super(Stream.concat(
                            Stream.of("auto"), Stream.of(StampFormat.values()).map(StampFormat::text))
                    .toArray(String[]::new));
        }
    }

    /** Format that the user requested; empty to detect it. */
    public Optional<StampFormat> stamps() {
        return ProblemException.under("--stamps", () -> StampFormat.ordered(stamps));
    }
}
