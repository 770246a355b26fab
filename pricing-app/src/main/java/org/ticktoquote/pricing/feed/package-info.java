/** Market data, from the socket to ticks in sequence. */
@NullMarked
package org.ticktoquote.pricing.feed;

import org.jspecify.annotations.NullMarked;
