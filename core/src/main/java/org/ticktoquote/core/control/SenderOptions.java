package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.linux.CpuMask;
import picocli.CommandLine.Option;

/**
 * Options of {@code t2q replay} that a run takes with {@code --replayer-args} and passes on in the {@link ReplayPlan}.
 * Filled by picocli or Jackson.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class SenderOptions {
    /** Value of {@code --spin} that leaves the choice to the sender. */
    public static final String AUTO_SPIN = "auto";

    /** Value of {@code --spin} for a sender that never sleeps. */
    public static final String ALWAYS_SPIN = "always";

    @Option(
            names = "--densest",
            converter = DurationText.class,
            paramLabel = "DURATION",
            description = "replay only the part of the window, of this duration, with the most ticks (default: all)")
    private @Nullable Long densestNs;

    @Option(
            names = "--spin",
            paramLabel = "DURATION",
            description = "time before each tick at which the sender spins instead of sleeping; always: needs "
                    + "its own CPU (default: always if a thread plan gives it one, else 100us)")
    private @Nullable String spin;

    @Option(names = "--cpu", paramLabel = "N", description = "CPU of the sender (default: any)")
    @Bounds(least = 0, most = CpuMask.MAX_CPU, expected = "0.." + CpuMask.MAX_CPU)
    private @Nullable Integer cpu;

    @Option(
            names = "--trace",
            hidden = true,
            description = "Write every message that leaves to replayer.trace; for t2q check-app.")
    private boolean trace;

    /** Parses command-line arguments. */
    public static SenderOptions parse(List<String> words) {
        return OptionArguments.parse(new SenderOptions(), words);
    }

    /** Returns these options with further ones, which take precedence. */
    public SenderOptions with(String... further) {
        return OptionArguments.merged(this, parse(List.of(further)), SenderOptions.class);
    }

    /** Returns the length of the densest part to replay, or null to replay the whole window. */
    public @Nullable Long densestNs() {
        return densestNs;
    }

    /** Returns {@code always}, {@code auto} or a duration. */
    public String spin() {
        return spin == null ? AUTO_SPIN : spin;
    }

    /** Returns the CPU of the sender, or null for any. */
    public @Nullable Integer cpu() {
        return cpu;
    }

    /** Returns whether every sent message is traced. */
    public boolean trace() {
        return trace;
    }
}
