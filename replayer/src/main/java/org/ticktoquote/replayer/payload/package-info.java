/** Declarations of payloads: lines, sequence numbers, and rules that rewrite payloads when they are replayed. */
@NullMarked
package org.ticktoquote.replayer.payload;

import org.jspecify.annotations.NullMarked;
