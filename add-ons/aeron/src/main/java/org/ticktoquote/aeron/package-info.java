/** Feeds over Aeron: what is in {@code t2q-aeron.jar}, a jar that stands beside {@code t2q.jar}, and nowhere else. */
@NullMarked
package org.ticktoquote.aeron;

import org.jspecify.annotations.NullMarked;
