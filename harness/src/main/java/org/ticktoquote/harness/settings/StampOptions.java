package org.ticktoquote.harness.settings;

import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Words;
import org.ticktoquote.wire.stamp.StampFormat;
import picocli.CommandLine.Option;

/** Which stamps of a capture are its times. Filled by picocli; not thread-safe. */
@OptionGroup("What is in the capture")
public final class StampOptions {
    @Option(
            names = "--stamps",
            defaultValue = "auto",
            paramLabel = "FORMAT",
            completionCandidates = Formats.class,
            description =
                    "whose stamps are the times: auto, kernel (the capture's own) or the format of a switch, taken without"
                            + " a check (default: ${DEFAULT-VALUE})")
    private String stamps = "auto";

    /** What {@code --stamps} takes. */
    static final class Formats extends Words {
        Formats() {
            super(Stream.concat(
                            Stream.of("auto"), Stream.of(StampFormat.values()).map(StampFormat::text))
                    .toArray(String[]::new));
        }
    }

    /** The format of stamps that the user asks for; nothing: found out. */
    public Optional<StampFormat> stamps() {
        return Refusal.under("--stamps", () -> StampFormat.ordered(stamps));
    }
}
