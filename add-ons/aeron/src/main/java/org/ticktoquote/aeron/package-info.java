/** Feeds over Aeron, in {@code t2q-aeron.jar}, a separate jar next to {@code t2q.jar}. */
@NullMarked
package org.ticktoquote.aeron;

import org.jspecify.annotations.NullMarked;
