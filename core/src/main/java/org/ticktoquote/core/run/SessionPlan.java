package org.ticktoquote.core.run;

import java.util.List;

/**
 * Plan of one FIX session.
 *
 * @param index number of the session. Its journal is {@code quotes-NN.journal}
 * @param name session's name in messages and thread names
 * @param tier client tier in which the application prices the session, from 0
 * @param instruments ids of the pairs it subscribes to
 */
public record SessionPlan(int index, String name, int tier, List<Integer> instruments) {
    public SessionPlan {
        instruments = List.copyOf(instruments);
    }
}
