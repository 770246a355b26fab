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
 * @param window {@code FROM..TO} as {@link org.ticktoquote.core.recording.RecordingTime} reads it
 * @param speed seconds of the recording replayed per second
 * @param feed URI of the market data
 * @param run directory of the journals
 * @param runIdentity identity of the run, for the journals
 * @param venues file that declares the FIX venues of the feeds, or null
 * @param plugin jars with the user's feeds
 * @param second feed that gets every tick too, or null
 * @param turnSeed seed of the turns of the two feeds, as in {@link org.ticktoquote.core.run.TurnSchedule}, or null if both get
 *     each tick at once
 * @param sender how the ticks are sent
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
