package org.ticktoquote.replayer.replay;

import java.nio.file.Path;
import java.util.UUID;

/**
 * Where a replay sends its ticks, and where it writes down what it sent there.
 *
 * @param feed URI
 * @param run directory of the journals
 * @param identity of the run, for the journals
 */
record Destination(String feed, Path run, UUID identity) {}
