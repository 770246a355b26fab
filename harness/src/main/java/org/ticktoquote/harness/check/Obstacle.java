package org.ticktoquote.harness.check;

import java.util.List;
import org.ticktoquote.core.trace.MessageTrace.Passed;

/**
 * What is wrong, and how to mend it.
 *
 * @param fault in a sentence
 * @param evidence the messages that show it
 * @param cure what to do, in sentences
 */
record Obstacle(String fault, List<Passed> evidence, String cure) {}
