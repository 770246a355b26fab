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
 * Plan of the FIX clients: sessions, pairs and address. The session template can add settings per session.
 *
 * @param run identity of the run
 * @param connect address for sessions without one in the template. Null if each session has its own
 * @param sessions number of sessions
 * @param instruments instruments that can be requested, in order of subscription
 * @param echo field in which a snapshot carries the tick id
 * @param expectedSnapshots number of snapshots expected per session, to size the journals
 * @param options settings of clients that a run starts. Clients started by hand use their command line instead
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
     * @param transform {@code decimal}, {@code hex} or {@code utc-time}, optionally after a literal prefix as in
     *     {@code T:decimal}
     */
    public record Echo(int tag, String transform) {
        /** Snapshots carry no tick id. */
        public static final Echo NONE = new Echo(0, "decimal");
    }

    /**
     * Options, named like the options of {@code t2q clients}.
     *
     * @param run directory of the journals
     * @param sessionTemplate the user's template, or null
     * @param shared options common to clients and run
     * @param forwardSnapshots whether QuickFIX/J parses the snapshots too
     * @param trace whether every message is traced
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Options(
            Path run, @Nullable Path sessionTemplate, ClientsOptions shared, boolean forwardSnapshots, boolean trace) {}
}
