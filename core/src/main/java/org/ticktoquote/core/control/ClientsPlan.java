package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
    private static final List<String> NO_OPTIONS =
            List.of("run", "connect", "sessions", "instruments", "echo", "expectedSnapshots", "directory");

    public ClientsPlan {
        instruments = List.copyOf(instruments);
    }

    /** {@inheritDoc} They read the rest from {@code clients.json} in the directory. */
    @Override
    public List<String> words() {
        ObjectNode members = JsonLine.JSON.valueToTree(this);
        List<String> words = new ArrayList<>(List.of("--run", directory.toString()));
        words.addAll(OptionWords.of(members.remove(NO_OPTIONS)));
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
