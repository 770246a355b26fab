package org.ticktoquote.replayer.replay;

import org.ticktoquote.core.command.Problem;

/**
 * Details of the command {@code warm-up}.
 *
 * @param realSpeedNs duration of the section around the densest second, replayed as recorded
 * @param burstRate ticks per second of the loops; values below the window's peak rate, such as 0, mean the peak rate
 * @param maximumNs maximum duration
 */
record WarmUpRequest(long realSpeedNs, double burstRate, long maximumNs) {
    WarmUpRequest {
        if (realSpeedNs < 0 || maximumNs <= 0 || !(burstRate >= 0 && burstRate < 1e9)) {
            throw Problem.ofFault("warm-up: realSpeedNs " + realSpeedNs + ", burstRate " + burstRate + ", maximumNs "
                            + maximumNs)
                    .expected("0 or more, 0 or more, and above 0")
                    .exception();
        }
    }
}
