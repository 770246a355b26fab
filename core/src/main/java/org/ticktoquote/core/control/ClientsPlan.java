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
 * Plan of the FIX clients: sessions, pairs and where to connect. The session template may say more about each session.
 *
 * @param run identity of the run
 * @param connect address of the sessions that the template sends nowhere else; null: the template gives them all
 * @param sessions how many
 * @param instruments that may be subscribed, in the order of subscription
 * @param echo how snapshots name ticks
 * @param expectedSnapshots of each session; sizes the journals
 * @param options with which they are started; by hand those of the command line, whatever the file says
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
    /** Its file, which {@code t2q clients} reads by hand. */
    public static final String FILE = "clients.json";

    public ClientsPlan {
        instruments = List.copyOf(instruments);
    }

    /** Ids of the instruments by their symbols, in the order of subscription. */
    public Map<String, Integer> instrumentIds() {
        Map<String, Integer> ids = new LinkedHashMap<>();
        instruments.forEach(pair -> ids.put(pair.symbol(), pair.id()));
        return ids;
    }

    @Override
    public String file() {
        return FILE;
    }

    /** {@inheritDoc} They read the rest from its file. */
    @Override
    public List<String> words() {
        return OptionWords.of(options);
    }

    /** An instrument by its id in the recording and the journals. */
    public record Pair(int id, String symbol) {}

    /**
     * Field of a snapshot with the id of the tick it reflects.
     *
     * @param tag 0 for none
     * @param transform {@code decimal} or {@code hex}, optionally after a literal prefix as in {@code T:decimal}
     */
    public record Echo(int tag, String transform) {
        /** Snapshots name no tick. */
        public static final Echo NONE = new Echo(0, "decimal");
    }

    /**
     * Members named as the options of {@code t2q clients}.
     *
     * @param run directory of the journals
     * @param sessionTemplate the user's; null for none
     * @param shared options that a run has too
     * @param forwardSnapshots whether QuickFIX/J parses the snapshots too
     * @param trace whether every message is shown
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Options(
            Path run, @Nullable Path sessionTemplate, ClientsOptions shared, boolean forwardSnapshots, boolean trace) {}
}
