/** What is declared of payloads: their lines, their numbers, and what is written into them when they are replayed. */
@NullMarked
package org.ticktoquote.replayer.payload;

import org.jspecify.annotations.NullMarked;
