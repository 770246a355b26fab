package org.ticktoquote.core.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a replayer. Its members are named like the options of {@code t2q replay}.
 *
 * @param recording the file
 * @param window {@code FROM..TO} in the syntax of {@link org.ticktoquote.core.recording.RecordingTime}
 * @param speed seconds of the recording replayed per second
 * @param feed URI of the market data
 * @param run directory of the journals
 * @param runIdentity identity of the run, for the journals
 * @param venues file that declares the FIX venues of the feeds, or null
 * @param plugin jars with the user's feeds
 * @param second feed that also gets every tick, or null
 * @param turnSeed seed of the {@link org.ticktoquote.core.run.TurnSchedule} of two alternating feeds, or null if both get
 *     each tick at the same time
 * @param sender options of the sending thread
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplayPlan(
        Path recording,
        String window,
        double speed,
        String feed,
        Path run,
        UUID runIdentity,
        @Nullable Path venues,
        List<Path> plugin,
        @Nullable Second second,
        @Nullable Long turnSeed,
        SenderOptions sender)
        implements ChildPlan {
    public ReplayPlan {
        plugin = List.copyOf(plugin);
    }

    @Override
    public String file() {
        return "replayer.json";
    }

    /**
     * Second feed of a replayer.
     *
     * @param secondFeed URI of its market data
     * @param secondRun directory of its journals
     * @param secondIdentity identity of its run
     */
    public record Second(String secondFeed, Path secondRun, UUID secondIdentity) {}
}
