/** Extraction of UDP datagrams and TCP segments from frames: link types, tags, tunnels, IP, fragments and duplicates. */
@NullMarked
package org.ticktoquote.wire.packet;

import org.jspecify.annotations.NullMarked;
