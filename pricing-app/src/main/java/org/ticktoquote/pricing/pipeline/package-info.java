/** Threads, the bounded queues between them, and the line on which things wait for their time. */
@NullMarked
package org.ticktoquote.pricing.pipeline;

import org.jspecify.annotations.NullMarked;
