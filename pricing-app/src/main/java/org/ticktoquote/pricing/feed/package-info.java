/** Market data in: from the socket to ticks in sequence. */
@NullMarked
package org.ticktoquote.pricing.feed;

import org.jspecify.annotations.NullMarked;
