package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param connect {@code HOST:PORT} of the sessions that the template sends nowhere else; null: the template gives them all
 * @param sessions how many
 * @param instruments that may be subscribed, in the order of subscription
 * @param echo how snapshots name ticks
 * @param expectedSnapshots of each session; sizes the journals
 * @param directory of the journals
 * @param sessionTemplate the user's; null for none
 * @param options that a run has too
 * @param forwardSnapshots whether QuickFIX/J parses the snapshots too
 * @param trace whether every message is shown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClientsPlan(
        UUID run,
        @Nullable String connect,
        int sessions,
        List<Pair> instruments,
        Echo echo,
        long expectedSnapshots,
        Path directory,
        @Nullable Path sessionTemplate,
        ClientsOptions options,
        boolean forwardSnapshots,
        boolean trace)
        implements ChildPlan {
    /** Its file, which {@code t2q clients} reads by hand. */
    public static final String FILE = "clients.json";

    private static final List<String> NO_OPTIONS =
            List.of("run", "connect", "sessions", "instruments", "echo", "expectedSnapshots", "directory");

    public ClientsPlan {
        instruments = List.copyOf(instruments);
    }

    /** This plan as a user changes it by hand; null is as the plan says. */
    public ClientsPlan with(
            Path run,
            @Nullable Endpoint connect,
            @Nullable Path sessionTemplate,
            ClientsOptions options,
            boolean forwardSnapshots,
            boolean trace) {
        return new ClientsPlan(
                this.run,
                connect == null ? this.connect : connect.toString(),
                sessions,
                instruments,
                echo,
                expectedSnapshots,
                run,
                sessionTemplate == null ? this.sessionTemplate : sessionTemplate,
                options.or(this.options),
                forwardSnapshots || this.forwardSnapshots,
                trace || this.trace);
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

    /** {@inheritDoc} They read the rest from {@code clients.json} in the directory. */
    @Override
    public List<String> words() {
        ObjectNode members = JsonLine.JSON.valueToTree(this);
        List<String> words = new ArrayList<>(List.of("--run", directory.toString()));
        words.addAll(OptionWords.of((JsonNode) members.remove(NO_OPTIONS)));
        return words;
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
}
