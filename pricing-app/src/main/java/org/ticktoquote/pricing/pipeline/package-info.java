/** Threads, bounded queues between them, and the delay line. */
@NullMarked
package org.ticktoquote.pricing.pipeline;

import org.jspecify.annotations.NullMarked;
