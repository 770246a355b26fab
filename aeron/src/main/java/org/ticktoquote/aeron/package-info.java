/** Feeds over Aeron: what is in {@code t2q-aeron.jar}, a plug-in, and nowhere else. */
@NullMarked
package org.ticktoquote.aeron;

import org.jspecify.annotations.NullMarked;
