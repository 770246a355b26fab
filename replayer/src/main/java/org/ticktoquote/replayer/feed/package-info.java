/** Market data feeds of the replayer: the {@code Feed} interface, SBE over UDP and TCP, payloads, and plug-ins. */
@NullMarked
package org.ticktoquote.replayer.feed;

import org.jspecify.annotations.NullMarked;
