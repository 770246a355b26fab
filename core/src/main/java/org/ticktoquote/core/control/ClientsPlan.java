package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;

/**
 * Plan of the FIX clients: sessions, pairs and where to connect. The session template can add settings of each session.
 *
 * @param run identity of the run
 * @param connect address of the sessions for which the template has none. Null if it has one for each
 * @param sessions number of sessions
 * @param instruments that can be subscribed, in order of subscription
 * @param echo how snapshots name ticks
 * @param expectedSnapshots per session, to size the journals
 * @param options with which the clients are started. When they are started by hand, their command line is used instead
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClientsPlan(
        UUID run,

        @JsonSerialize(using = ToStringSerializer.class) @Nullable
        Endpoint connect,

        int sessions,
        List<Pair> instruments,
        Echo echo,
        long expectedSnapshots,
        Options options)
        implements ChildPlan {
    /** Name of the plan's file, which {@code t2q clients} reads when it is started by hand. */
    public static final String FILE = "clients.json";

    public ClientsPlan {
        instruments = List.copyOf(instruments);
    }

    /** Returns the ids of the instruments by symbol, in order of subscription. */
    public Map<String, Integer> instrumentIds() {
        Map<String, Integer> ids = new LinkedHashMap<>();
        instruments.forEach(pair -> ids.put(pair.symbol(), pair.id()));
        return ids;
    }

    @Override
    public String file() {
        return FILE;
    }

    /** {@inheritDoc} The clients read the rest from the file. */
    @Override
    public List<String> arguments() {
        return OptionArguments.of(options);
    }

    /** An instrument by its id in the recording and the journals. */
    public record Pair(int id, String symbol) {}

    /**
     * Field of a snapshot that contains the id of the tick it reflects.
     *
     * @param tag 0 if there is none
     * @param transform {@code decimal} or {@code hex}, optionally after a literal prefix such as {@code T:decimal}
     */
    public record Echo(int tag, String transform) {
        /** Snapshots name no tick. */
        public static final Echo NONE = new Echo(0, "decimal");
    }

    /**
     * Options, named like the options of {@code t2q clients}.
     *
     * @param run directory of the journals
     * @param sessionTemplate the user's template, or null
     * @param shared options that a run has too
     * @param forwardSnapshots whether QuickFIX/J parses the snapshots too
     * @param trace whether every message is traced
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Options(
            Path run, @Nullable Path sessionTemplate, ClientsOptions shared, boolean forwardSnapshots, boolean trace) {}
}
