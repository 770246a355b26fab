package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import picocli.CommandLine.Option;

/**
 * Options that {@code t2q clients} and {@code t2q run} share, and that a run hands on in the {@link ClientsPlan}: one declaration
 * for all three. Filled by picocli or Jackson.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class ClientsOptions {
    @Option(
            names = "--io-threads",
            paramLabel = "COUNT",
            description = "threads of the clients that read and write the connections of all sessions (default: one for"
                    + " four CPUs of their host, 1 to 8)")
    @Bounds(least = 1, most = 256, expected = "1..256")
    private @Nullable Integer ioThreads;

    /** I/O threads that all sessions share; empty for as many as the CPUs suggest. */
    public OptionalInt ioThreads() {
        return ioThreads == null ? OptionalInt.empty() : OptionalInt.of(ioThreads);
    }
}
