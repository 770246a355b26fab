/** Generates, imports and inspects recordings, and replays them at their intended times. */
@NullMarked
package org.ticktoquote.replayer;

import org.jspecify.annotations.NullMarked;
