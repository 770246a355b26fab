/** Market data feeds of the replayer: the {@code Feed} interface, and SBE over UDP and TCP. */
@NullMarked
package org.ticktoquote.replayer.feed;

import org.jspecify.annotations.NullMarked;
