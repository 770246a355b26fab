package org.ticktoquote.replayer.replay;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a replay, as the command line gave it.
 *
 * @param recording the file
 * @param window {@code FROM..TO} as {@link org.ticktoquote.core.recording.RecordingTime} reads it
 * @param densestNs length of the stretch of the window to replay; null for all of it
 * @param destinations one, or two that get every tick in turn
 * @param venues file that declares the FIX venues of the destinations; null for none
 * @param plugins jars with feeds of the user's
 * @param speed of the replay
 * @param spin how the sender waits
 * @param cpu for the pacer; null for any
 * @param trace whether every message that leaves is shown
 */
record ReplayPlan(
        Path recording,
        String window,
        @Nullable Long densestNs,
        List<Destination> destinations,
        @Nullable Path venues,
        List<Path> plugins,
        Speed speed,
        Spin spin,
        @Nullable Integer cpu,
        boolean trace) {
    ReplayPlan {
        destinations = List.copyOf(destinations);
        plugins = List.copyOf(plugins);
    }
}
