package org.ticktoquote.core.run;

import java.util.List;

/**
 * What one FIX session is planned to receive.
 *
 * @param index its number; its journal is {@code quotes-NN.journal}
 * @param name for people and thread names
 * @param tier the client tier that the application prices it with, from 0
 * @param instruments the ids of the pairs it subscribes to
 */
public record SessionPlan(int index, String name, int tier, List<Integer> instruments) {
    public SessionPlan {
        instruments = List.copyOf(instruments);
    }
}
