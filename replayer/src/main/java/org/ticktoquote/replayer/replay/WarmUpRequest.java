package org.ticktoquote.replayer.replay;

import org.ticktoquote.core.command.Problem;

/**
 * What the command {@code warm-up} asks for.
 *
 * @param realSpeedNs how long the section around the densest second is replayed as recorded
 * @param burstRate ticks per second of the loops after that; below the peak of the window, as 0 is, the peak
 * @param maximumNs the end, even when nobody has asked for it
 */
record WarmUpRequest(long realSpeedNs, double burstRate, long maximumNs) {
    WarmUpRequest {
        if (realSpeedNs < 0 || maximumNs <= 0 || !(burstRate >= 0 && burstRate < 1e9)) {
            throw Problem.ofFault("warm-up: realSpeedNs " + realSpeedNs + ", burstRate " + burstRate + ", maximumNs "
                            + maximumNs)
                    .expected("0 or more, 0 or more, and above 0")
                    .refusal();
        }
    }
}
