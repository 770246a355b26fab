/** Framing and messages of the market-data feed (docs/feed.md), shared by its readers. */
@NullMarked
package org.ticktoquote.core.feed;

import org.jspecify.annotations.NullMarked;
