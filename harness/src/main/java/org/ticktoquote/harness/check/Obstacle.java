package org.ticktoquote.harness.check;

import java.util.List;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

/**
 * A problem and its remedy.
 *
 * @param fault one sentence
 * @param evidence messages that show the problem
 * @param remedy advice, one or more sentences
 */
record Obstacle(String fault, List<TracedMessage> evidence, String remedy) {}
