package org.ticktoquote.harness.check;

import java.util.List;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

/**
 * A problem and its cure.
 *
 * @param fault one sentence
 * @param evidence messages that show it
 * @param remedy sentences that say what to do
 */
record Obstacle(String fault, List<TracedMessage> evidence, String remedy) {}
