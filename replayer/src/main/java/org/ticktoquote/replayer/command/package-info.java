/** Commands {@code t2q generate} and {@code t2q recording}. */
@NullMarked
package org.ticktoquote.replayer.command;

import org.jspecify.annotations.NullMarked;
