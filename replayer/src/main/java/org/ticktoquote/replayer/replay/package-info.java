/** Sends the ticks of a recording at their intended times and records when they were sent. */
@NullMarked
package org.ticktoquote.replayer.replay;

import org.jspecify.annotations.NullMarked;
