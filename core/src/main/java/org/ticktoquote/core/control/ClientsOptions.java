package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.OptionGroup;
import picocli.CommandLine.Option;

/**
 * Options common to {@code t2q clients} and {@code t2q run}, which a run passes on in the {@link ClientsPlan}. Filled by
 * picocli or Jackson.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
@JsonInclude(JsonInclude.Include.NON_NULL)
@OptionGroup(
        value = "FIX sessions",
        common = {})
public final class ClientsOptions {
    @Option(
            names = "--io-threads",
            paramLabel = "COUNT",
            description = "I/O threads of all client sessions, 1 to 256 (default: one for four CPUs, at most 8)")
    @Bounds(least = 1, most = 256, expected = "1..256")
    private @Nullable Integer ioThreads;

    /** Returns the number of I/O threads that all sessions share, or empty if it depends on the CPUs. */
    public OptionalInt ioThreads() {
        return ioThreads == null ? OptionalInt.empty() : OptionalInt.of(ioThreads);
    }
}
